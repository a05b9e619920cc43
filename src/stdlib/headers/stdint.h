// Fixed-width integers are built in.
#pragma once
