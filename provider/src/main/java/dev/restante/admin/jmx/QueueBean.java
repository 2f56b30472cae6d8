package dev.restante.admin.jmx;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueMXBean;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.Traffic;
import dev.restante.model.Spans;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A queue, dead-letter queue or subscription for management clients. Thread-safe. */
final class QueueBean implements QueueMXBean {

    private final RestanteAdmin admin;
    private final String name;
    private final KeptStatistics statistics;

    QueueBean(RestanteAdmin admin, String name) {
        this.admin = admin;
        this.name = name;
        this.statistics = new KeptStatistics(() -> admin.statistics(name));
    }

    private Traffic traffic() {
        return statistics.now().traffic();
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
        return statistics.now().available();
    }

    @Override
    public long getInFlight() {
        return statistics.now().inFlight();
    }

    @Override
    public long getScheduled() {
        return statistics.now().scheduled();
    }

    @Override
    public long getDeferred() {
        return statistics.now().deferred();
    }

    @Override
    public long getDeadLettered() {
        return statistics.now().deadLettered();
    }

    @Override
    public long getOldestAgeMillis() {
        Duration age = statistics.now().oldestAge();
        return age == null ? -1 : Spans.millis(age);
    }

    @Override
    public long getExpiryLagMillis() {
        return Spans.millis(statistics.now().expiryLag());
    }

    @Override
    public long getSent() {
        return traffic().sent();
    }

    @Override
    public long getReceived() {
        return traffic().received();
    }

    @Override
    public long getCompleted() {
        return traffic().completed();
    }

    @Override
    public long getLockLost() {
        return traffic().lockLost();
    }

    @Override
    public double getSentPerSecond() {
        return traffic().sentPerSecond();
    }

    @Override
    public double getReceivedPerSecond() {
        return traffic().receivedPerSecond();
    }

    @Override
    public double getCompletedPerSecond() {
        return traffic().completedPerSecond();
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
