// << of a device array would hide a copy.
// expect: the elements of a device array are not on the host
// expect: twill::to_host(a)
#include <iostream>
#include <twill/twill.hpp>

void show(twill::host_array<float> const& a) { std::cout << a; }
#if defined(TWILL_MUST_FAIL)
void show(twill::device_array<float> const& a) { std::cout << a; }
#endif
