// bool is built in.
#pragma once
