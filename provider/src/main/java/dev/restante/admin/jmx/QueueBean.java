package dev.restante.admin.jmx;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueMXBean;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.ThroughputStatistics;
import dev.restante.model.SaturatingTime;
import dev.restante.option.OptionOrigin;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Implementation of {@link QueueMXBean} that translates JMX calls for one queue or subscription into calls to
 * {@link RestanteAdmin}. Thread-safe.
 */
final class QueueBean implements QueueMXBean {

    private final RestanteAdmin admin;
    private final String name;
    private final JmxStatisticsCache statistics;

    QueueBean(RestanteAdmin admin, String name) {
        this.admin = admin;
        this.name = name;
        this.statistics = new JmxStatisticsCache(() -> admin.statistics(name));
    }

    private ThroughputStatistics throughput() {
        return statistics.current().throughput();
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
        QueueOptions options = JmxExceptions.translate(() -> admin.options(name));
        Map<String, String> texts = new TreeMap<>();
        QueueOption.all().forEach(option -> texts.put(option.name(), text(options, option)));
        texts.values().removeIf(String::isEmpty);
        return texts;
    }

    @Override
    public Map<String, String> getOptionOrigins() {
        QueueOptions options = JmxExceptions.translate(() -> admin.options(name));
        Map<String, String> texts = new TreeMap<>();
        QueueOption.all().stream()
                .filter(option -> !options.origin(option).equals(OptionOrigin.DEFAULT))
                .forEach(option ->
                        texts.put(option.name(), options.origin(option).toString()));
        return texts;
    }

    private static <T> String text(QueueOptions options, QueueOption<T> option) {
        return option.format(options.get(option));
    }

    @Override
    public String getStatus() {
        return JmxExceptions.translate(() -> admin.options(name).status().name());
    }

    @Override
    public String pause() {
        return JmxExceptions.translate(() -> admin.pause(name).name());
    }

    @Override
    public String resume() {
        return JmxExceptions.translate(() -> admin.resume(name).name());
    }

    @Override
    public String disable() {
        return JmxExceptions.translate(() -> admin.disable(name).name());
    }

    @Override
    public long getAvailable() {
        return statistics.current().available();
    }

    @Override
    public long getInFlight() {
        return statistics.current().inFlight();
    }

    @Override
    public long getScheduled() {
        return statistics.current().scheduled();
    }

    @Override
    public long getDeferred() {
        return statistics.current().deferred();
    }

    @Override
    public long getDeadLettered() {
        return statistics.current().deadLettered();
    }

    @Override
    public long getOldestAgeMillis() {
        Duration age = statistics.current().oldestAge();
        return age == null ? -1 : SaturatingTime.toMillis(age);
    }

    @Override
    public long getExpiryLagMillis() {
        return SaturatingTime.toMillis(statistics.current().expiryLag());
    }

    @Override
    public long getSent() {
        return throughput().sent();
    }

    @Override
    public long getReceived() {
        return throughput().received();
    }

    @Override
    public long getCompleted() {
        return throughput().completed();
    }

    @Override
    public long getLocksLost() {
        return throughput().lockLost();
    }

    @Override
    public double getSentPerSecond() {
        return throughput().sentPerSecond();
    }

    @Override
    public double getReceivedPerSecond() {
        return throughput().receivedPerSecond();
    }

    @Override
    public double getCompletedPerSecond() {
        return throughput().completedPerSecond();
    }

    @Override
    public List<String> peek(String selector, int limit) {
        return JmxExceptions.translate(
                () -> messages().peek(filter(selector), PageRequest.first(limit)).messages().stream()
                        .map(MessageDescription::toString)
                        .toList());
    }

    @Override
    public long purge(String selector) {
        return JmxExceptions.translate(() -> messages().purge(filter(selector)).processed());
    }

    @Override
    public long cancelScheduled(String selector) {
        return JmxExceptions.translate(() -> messages().cancelScheduled(filter(selector)));
    }

    @Override
    public long redrive(String target, String selector, long maxMessages, double messagesPerSecond) {
        RedriveOptions options = new RedriveOptions(
                filter(selector),
                target.isEmpty() ? null : target,
                maxMessages == 0 ? Long.MAX_VALUE : maxMessages,
                messagesPerSecond);
        return JmxExceptions.translate(() -> messages().redrive(options).processed());
    }

    @Override
    public String breakLock(long sequenceNumber, long timeoutMillis) {
        return JmxExceptions.translate(() -> messages()
                .breakLock(sequenceNumber, Duration.ofMillis(timeoutMillis))
                .name());
    }

    @Override
    public boolean undefer(long sequenceNumber) {
        return JmxExceptions.translate(() -> messages().undefer(List.of(sequenceNumber)) == 1);
    }

    @Override
    public Map<String, Long> deadLetterReasons(int limit) {
        return JmxExceptions.translate(() -> messages().deadLetterReasons(limit).byReason());
    }
}
