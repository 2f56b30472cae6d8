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

/** The heap that this JVM used at most since the watch began: garbage included, and right after each collection. */
public final class HeapWatch {

    private static final double MEBIBYTE = 1 << 20;

    private final AtomicLong highestAfterCollectionBytes = new AtomicLong();

    private HeapWatch() {}

    public static HeapWatch start() {
        HeapWatch watch = new HeapWatch();
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
                                watch.afterCollection(GarbageCollectionNotificationInfo.from(data), heapPools);
                            }
                        },
                        null,
                        null);
            }
        });
        return watch;
    }

    private void afterCollection(GarbageCollectionNotificationInfo collection, Set<String> heapPools) {
        long usedBytes = collection.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
                .filter(entry -> heapPools.contains(entry.getKey()))
                .mapToLong(entry -> entry.getValue().getUsed())
                .sum();
        highestAfterCollectionBytes.accumulateAndGet(usedBytes, Math::max);
    }

    /** 0 if there was no collection. Garbage that has reached the old generation counts until it is collected too. */
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
