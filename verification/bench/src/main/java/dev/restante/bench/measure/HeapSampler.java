package dev.restante.bench.measure;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** Sampler of the highest heap usage, before and after garbage collections. */
public final class HeapSampler {

    private static final double MEBIBYTE = 1 << 20;

    private final AtomicLong highestAfterCollectionBytes = new AtomicLong();

    private HeapSampler() {}

    public static HeapSampler start() {
        HeapSampler sampler = new HeapSampler();
        Set<String> heapPools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .peek(MemoryPoolMXBean::resetPeakUsage)
                .map(MemoryPoolMXBean::getName)
                .collect(Collectors.toSet());
        ManagementFactory.getGarbageCollectorMXBeans().forEach(collector -> {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(
                        (notification, handback) -> {
                            if (notification.getUserData() instanceof CompositeData data) {
                                sampler.afterCollection(GarbageCollectionNotificationInfo.from(data), heapPools);
                            }
                        },
                        null,
                        null);
            }
        });
        return sampler;
    }

    private void afterCollection(GarbageCollectionNotificationInfo collection, Set<String> heapPools) {
        long usedBytes = collection.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
                .filter(entry -> heapPools.contains(entry.getKey()))
                .mapToLong(entry -> entry.getValue().getUsed())
                .sum();
        highestAfterCollectionBytes.accumulateAndGet(usedBytes, Math::max);
    }

    /**
     * Returns the highest heap usage after a collection, or 0 without a collection. Garbage in the old generation
     * counts until it is collected.
     */
    public double highestAfterCollectionMebibytes() {
        return highestAfterCollectionBytes.get() / MEBIBYTE;
    }

    public double highestMebibytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == MemoryType.HEAP)
                        .mapToLong(pool -> pool.getPeakUsage().getUsed())
                        .sum()
                / MEBIBYTE;
    }
}
