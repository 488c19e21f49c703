// SPDX-License-Identifier: MIT
// A CUDA runtime of a few calls for tests of the order of streams on any number of devices, without
// one. Work runs as late as it may: only when somebody waits for it, and then nothing beyond that.
// So what is not ordered is seen to go wrong, every time. It refuses what the CUDA documentation
// refuses: events recorded on another device's stream, copies of a pool's memory while another
// device than the stream's is current, and copies between devices by another call than that for
// peers. Include it in one source file of a program. A call that is missing here is found in the
// real runtime, which then defines all others a second time: the link fails, and it belongs here.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace simulated {

struct stream_queue;
/// A place in a stream.
struct mark {
    bool done = false;
    stream_queue* in = nullptr;
};
struct operation {
    std::function<void()> run;        ///< work,
    std::shared_ptr<mark> waits_for;  ///< or a wait,
    std::shared_ptr<mark> passes;     ///< or a mark
};
struct stream_queue {
    int device = 0;
    std::deque<operation> todo;
};
struct event {
    int device = 0;
    std::shared_ptr<mark> recorded;
};
struct memory {
    std::size_t bytes = 0;
    int device = -1;  ///< -1: page-locked host memory
};

inline int devices = 1;
inline thread_local int current = 0;
inline bool capturing = false;
inline std::deque<stream_queue> defaults(8);
inline std::map<cudaStream_t, std::unique_ptr<stream_queue>> streams;
inline std::map<char*, memory> allocated;
inline std::set<event*> events;
inline std::map<std::string, int> calls;
/// What the next call of a name returns instead of doing anything, for how many calls, and how many
/// go well before.
inline std::map<std::string, cudaError_t> failures;
inline std::map<std::string, int> repeated;
inline std::map<std::string, int> spared;

inline stream_queue* queue_of(cudaStream_t handle) {
    if (handle == nullptr || handle == cudaStreamLegacy) {
        defaults[static_cast<std::size_t>(current)].device = current;
        return &defaults[static_cast<std::size_t>(current)];
    }
    auto const found = streams.find(handle);
    return found == streams.end() ? nullptr : found->second.get();
}
/// Runs a stream as far as a mark; all of it without one.
inline void drain(stream_queue& s, mark const* until = nullptr) {
    while (!s.todo.empty() && !(until && until->done)) {
        operation const next = std::move(s.todo.front());
        s.todo.pop_front();
        if (next.waits_for && !next.waits_for->done)
            drain(*next.waits_for->in, next.waits_for.get());
        if (next.run)
            next.run();
        if (next.passes)
            next.passes->done = true;
    }
}
inline memory const* memory_at(void const* p) {
    char* const at = const_cast<char*>(static_cast<char const*>(p));
    auto after = allocated.upper_bound(at);
    if (after == allocated.begin())
        return nullptr;
    --after;
    return at < after->first + after->second.bytes ? &after->second : nullptr;
}
inline cudaError_t enter(char const* name) {
    ++calls[name];
    auto const failure = failures.find(name);
    if (failure == failures.end() || spared[name]-- > 0)
        return cudaSuccess;
    spared.erase(name);
    cudaError_t const code = failure->second;
    if (--repeated[name] <= 0)
        failures.erase(failure);
    return code;
}
inline cudaError_t allocate(void** p, std::size_t bytes, int device) {
    *p = std::malloc(bytes);
    std::memset(*p, 0xcd, bytes);
    allocated[static_cast<char*>(*p)] = {bytes, device};
    return cudaSuccess;
}
inline void free_memory(void* p) {
    auto const found = allocated.find(static_cast<char*>(p));
    // Whoever still uses it is seen to.
    std::memset(p, 0xdd, found->second.bytes);
    allocated.erase(found);
    std::free(p);
}
/// Work of a test's own on a stream.
inline void enqueue(cudaStream_t handle, std::function<void()> work) {
    queue_of(handle)->todo.push_back({std::move(work), {}, {}});
}

}  // namespace simulated

#define TWILL_SIMULATED(name)                            \
    if (cudaError_t const code = simulated::enter(name)) \
    return code

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    TWILL_SIMULATED("cudaGetDeviceCount");
    *count = simulated::devices;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
    TWILL_SIMULATED("cudaGetDevice");
    *device = simulated::current;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
    TWILL_SIMULATED("cudaSetDevice");
    simulated::current = device;
    return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
    TWILL_SIMULATED("cudaDeviceSynchronize");
    simulated::drain(*simulated::queue_of(nullptr));
    for (auto& s : simulated::streams)
        if (s.second->device == simulated::current)
            simulated::drain(*s.second);
    return cudaSuccess;
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
char const* cudaGetErrorString(cudaError_t) { return "simulated failure"; }
char const* cudaGetErrorName(cudaError_t) { return "cudaErrorSimulated"; }
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
    TWILL_SIMULATED("cudaDeviceCanAccessPeer");
    *can = 1;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, cudaMemPoolProps const* properties) {
    TWILL_SIMULATED("cudaMemPoolCreate");
    static int pools[8];
    *pool = reinterpret_cast<cudaMemPool_t>(&pools[properties->location.id]);
    pools[properties->location.id] = properties->location.id;
    return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return cudaSuccess; }
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr, void* value) {
    std::uint64_t used = 0;
    for (auto const& block : simulated::allocated)
        if (block.second.device == *reinterpret_cast<int*>(pool))
            used += block.second.bytes;
    std::memcpy(value, &used, 8);
    return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) {
    TWILL_SIMULATED("cudaMemPoolTrimTo");
    return cudaSuccess;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, cudaMemAccessDesc const*, std::size_t) {
    TWILL_SIMULATED("cudaMemPoolSetAccess");
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    *free = *total = std::size_t{1} << 40;
    return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
    TWILL_SIMULATED("cudaStreamIsCapturing");
    *status = simulated::capturing ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
cudaError_t cudaMallocFromPoolAsync(void** p, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    TWILL_SIMULATED("cudaMallocFromPoolAsync");
    if (!simulated::queue_of(stream))
        return cudaErrorInvalidResourceHandle;
    return simulated::allocate(p, bytes, *reinterpret_cast<int*>(pool));
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t stream) {
    TWILL_SIMULATED("cudaFreeAsync");
    simulated::stream_queue* const s = simulated::queue_of(stream);
    simulated::memory const* const known = simulated::memory_at(p);
    if (!s || !known || known->device != s->device)
        return cudaErrorInvalidValue;
    s->todo.push_back({[p] { simulated::free_memory(p); }, {}, {}});
    return cudaSuccess;
}
cudaError_t cudaHostAlloc(void** p, std::size_t bytes, unsigned) {
    TWILL_SIMULATED("cudaHostAlloc");
    return simulated::allocate(p, bytes, -1);
}
cudaError_t cudaFreeHost(void* p) {
    TWILL_SIMULATED("cudaFreeHost");
    simulated::free_memory(p);
    return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* result, void const* p) {
    TWILL_SIMULATED("cudaPointerGetAttributes");
    simulated::memory const* const known = simulated::memory_at(p);
    *result = {};
    result->type = !known               ? cudaMemoryTypeUnregistered
                   : known->device >= 0 ? cudaMemoryTypeDevice
                                        : cudaMemoryTypeHost;
    result->device = known ? known->device : 0;
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, void const* from, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
    TWILL_SIMULATED("cudaMemcpyAsync");
    simulated::stream_queue* const s = simulated::queue_of(stream);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    bool pageable = false;
    for (void const* p : {static_cast<void const*>(to), from}) {
        simulated::memory const* const known = simulated::memory_at(p);
        pageable |= !known;
        if (known && known->device >= 0 &&
            (known->device != s->device || s->device != simulated::current))
            return cudaErrorInvalidValue;
    }
    s->todo.push_back({[=] { std::memcpy(to, from, bytes); }, {}, {}});
    if (pageable)
        simulated::drain(*s);
    return cudaSuccess;
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, void const* from, int from_device,
                                std::size_t bytes, cudaStream_t stream) {
    TWILL_SIMULATED("cudaMemcpyPeerAsync");
    simulated::stream_queue* const s = simulated::queue_of(stream);
    simulated::memory const* const a = simulated::memory_at(to);
    simulated::memory const* const b = simulated::memory_at(from);
    if (!s || !a || !b || a->device != to_device || b->device != from_device)
        return cudaErrorInvalidValue;
    s->todo.push_back({[=] { std::memcpy(to, from, bytes); }, {}, {}});
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    TWILL_SIMULATED("cudaStreamCreateWithFlags");
    auto made = std::make_unique<simulated::stream_queue>();
    made->device = simulated::current;
    *stream = reinterpret_cast<cudaStream_t>(made.get());
    simulated::streams[*stream] = std::move(made);
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    TWILL_SIMULATED("cudaStreamDestroy");
    simulated::drain(*simulated::queue_of(stream));
    simulated::streams.erase(stream);
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    TWILL_SIMULATED("cudaStreamSynchronize");
    simulated::stream_queue* const s = simulated::queue_of(stream);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    simulated::drain(*s);
    return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    TWILL_SIMULATED("cudaStreamQuery");
    simulated::stream_queue* const s = simulated::queue_of(stream);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    return s->todo.empty() ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    TWILL_SIMULATED("cudaStreamWaitEvent");
    simulated::queue_of(stream)->todo.push_back(
        {{}, reinterpret_cast<simulated::event*>(event)->recorded, {}});
    return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
    *milliseconds = 250;
    return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
    TWILL_SIMULATED("cudaEventCreateWithFlags");
    auto* const made = new simulated::event{simulated::current, {}};
    simulated::events.insert(made);
    *event = reinterpret_cast<cudaEvent_t>(made);
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    TWILL_SIMULATED("cudaEventRecord");
    auto* const e = reinterpret_cast<simulated::event*>(event);
    simulated::stream_queue* const s = simulated::queue_of(stream);
    if (!s || e->device != s->device)
        return cudaErrorInvalidResourceHandle;
    e->recorded = std::make_shared<simulated::mark>(simulated::mark{false, s});
    s->todo.push_back({{}, {}, e->recorded});
    return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    TWILL_SIMULATED("cudaEventQuery");
    auto const& recorded = reinterpret_cast<simulated::event*>(event)->recorded;
    return !recorded || recorded->done ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    TWILL_SIMULATED("cudaEventSynchronize");
    auto const& recorded = reinterpret_cast<simulated::event*>(event)->recorded;
    if (recorded && !recorded->done)
        simulated::drain(*recorded->in, recorded.get());
    return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    TWILL_SIMULATED("cudaEventDestroy");
    auto* const e = reinterpret_cast<simulated::event*>(event);
    simulated::events.erase(e);
    delete e;
    return cudaSuccess;
}

}  // extern "C"
#undef TWILL_SIMULATED
