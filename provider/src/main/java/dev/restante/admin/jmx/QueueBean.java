package dev.restante.admin.jmx;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueMXBean;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.model.Spans;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A queue, dead-letter queue or subscription for management clients, which ask for one figure after the other.
 * Thread-safe.
 */
final class QueueBean implements QueueMXBean {

    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RestanteAdmin admin;
    private final String name;

    @GuardedBy("this")
    private @Nullable QueueStatistics kept;

    @GuardedBy("this")
    private long keptSinceNanos;

    QueueBean(RestanteAdmin admin, String name) {
        this.admin = admin;
        this.name = name;
    }

    private synchronized QueueStatistics statistics() {
        QueueStatistics found = kept;
        if (found == null || System.nanoTime() - keptSinceNanos > KEPT_NANOS) {
            found = Refusal.translating(() -> admin.statistics(name));
            kept = found;
            keptSinceNanos = System.nanoTime();
        }
        return found;
    }

    private MessagesAdmin messages() {
        return admin.messages(name);
    }

    private static MessageFilter filter(String selector) {
        return MessageFilter.all().withSelector(selector);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Map<String, String> getOptions() {
        QueueOptions options = Refusal.translating(() -> admin.options(name));
        Map<String, String> texts = new TreeMap<>();
        QueueOption.all().forEach(option -> texts.put(option.name(), text(options, option)));
        texts.values().removeIf(String::isEmpty);
        return texts;
    }

    private static <T> String text(QueueOptions options, QueueOption<T> option) {
        return option.format(options.get(option));
    }

    @Override
    public String getStatus() {
        return Refusal.translating(() -> admin.options(name).status().name());
    }

    @Override
    public String pause() {
        return Refusal.translating(() -> admin.pause(name).name());
    }

    @Override
    public String resume() {
        return Refusal.translating(() -> admin.resume(name).name());
    }

    @Override
    public String disable() {
        return Refusal.translating(() -> admin.disable(name).name());
    }

    @Override
    public long getAvailable() {
        return statistics().available();
    }

    @Override
    public long getInFlight() {
        return statistics().inFlight();
    }

    @Override
    public long getScheduled() {
        return statistics().scheduled();
    }

    @Override
    public long getDeferred() {
        return statistics().deferred();
    }

    @Override
    public long getDeadLettered() {
        return statistics().deadLettered();
    }

    @Override
    public long getOldestAgeMillis() {
        Duration age = statistics().oldestAge();
        return age == null ? -1 : Spans.millis(age);
    }

    @Override
    public long getExpiryLagMillis() {
        return Spans.millis(statistics().expiryLag());
    }

    @Override
    public long getSent() {
        return statistics().traffic().sent();
    }

    @Override
    public long getReceived() {
        return statistics().traffic().received();
    }

    @Override
    public long getCompleted() {
        return statistics().traffic().completed();
    }

    @Override
    public long getLockLost() {
        return statistics().traffic().lockLost();
    }

    @Override
    public double getSentPerSecond() {
        return statistics().traffic().sentPerSecond();
    }

    @Override
    public double getReceivedPerSecond() {
        return statistics().traffic().receivedPerSecond();
    }

    @Override
    public double getCompletedPerSecond() {
        return statistics().traffic().completedPerSecond();
    }

    @Override
    public List<String> peek(String selector, int limit) {
        return Refusal.translating(() -> messages().peek(filter(selector), PageRequest.first(limit)).messages().stream()
                .map(MessageDescription::toString)
                .toList());
    }

    @Override
    public long purge(String selector) {
        return Refusal.translating(() -> messages().purge(filter(selector)).done());
    }

    @Override
    public long cancelScheduled(String selector) {
        return Refusal.translating(() -> messages().cancelScheduled(filter(selector)));
    }

    @Override
    public long redrive(String target, String selector, long maximum, double perSecond) {
        RedriveOptions options = new RedriveOptions(
                filter(selector), target.isEmpty() ? null : target, maximum == 0 ? Long.MAX_VALUE : maximum, perSecond);
        return Refusal.translating(() -> messages().redrive(options).done());
    }

    @Override
    public String breakLock(long sequenceNumber, long timeoutMillis) {
        return Refusal.translating(() -> messages()
                .breakLock(sequenceNumber, Duration.ofMillis(timeoutMillis))
                .name());
    }

    @Override
    public boolean undefer(long sequenceNumber) {
        return Refusal.translating(() -> messages().undefer(List.of(sequenceNumber)) == 1);
    }

    @Override
    public Map<String, Long> deadLetterReasons(int limit) {
        return Refusal.translating(() -> messages().deadLetterReasons(limit).byReason());
    }
}
