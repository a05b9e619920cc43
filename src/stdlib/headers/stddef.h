// size_t and ptrdiff_t are built in.
#pragma once
#ifndef NULL
#define NULL 0
#endif
