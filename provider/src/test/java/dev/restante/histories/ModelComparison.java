package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.histories.ModelMessage.State;
import dev.restante.rule.RuleAction;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Comparison of the product with the model. */
final class ModelComparison {

    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Timeout after the first failure, because each step of shrinking waits for a result that does not come. */
    private static final long SHRINKING_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final int MAX_MESSAGES = 1_000;

    private static final String IN_ORDER = "in order";

    private static volatile long timeoutNanos = TIMEOUT_NANOS;

    private final QueueModel model;
    private final HistoryRun run;
    private final EntityUnderTest entity;
    private final String queue;
    private final boolean shared;

    ModelComparison(HistoryRun run, QueueModel model, EntityUnderTest entity) {
        this.run = run;
        this.model = model;
        this.shared = run.store.isShared();
        this.entity = entity;
        this.queue = entity.name();
    }

    private RestanteAdmin admin() {
        return run.store.admin(run.nodes.comparisonNode());
    }

    /** Shortens the timeout after a history has failed for good. */
    static void shortenTimeout() {
        timeoutNanos = SHRINKING_TIMEOUT_NANOS;
    }

    static String nameOf(Message message) throws JMSException {
        return ModelMessage.name(
                message.getIntProperty("number"),
                message.getStringProperty(RuleAction.RULE_NAME_PROPERTY),
                message.propertyExists(RepeatedSends.COPY_PROPERTY)
                        ? message.getJMSDeliveryTime()
                        : ModelMessage.NEVER);
    }

    /** Checks the values that a receiver is shown: RCV-06, RCV-07, TTL-17, TTL-20. */
    static void assertReceivedValues(Message received, ModelDelivery delivery, long expirationMillis)
            throws JMSException {
        assertThat(received.getIntProperty("JMSXDeliveryCount"))
                .as("delivery count")
                .isEqualTo(delivery.shownDeliveryCount);
        assertThat(received.getJMSRedelivered()).as("redelivered").isEqualTo(delivery.shownDeliveryCount > 1);
        assertThat(received.getJMSExpiration())
                .as("expiration")
                .isEqualTo(expirationMillis == ModelMessage.NEVER ? 0 : expirationMillis);
        assertThat(received.getStringProperty("colour")).as("colour").isEqualTo(delivery.message.colour());
        assertThat(received.getJMSPriority()).as("priority").isEqualTo(delivery.message.spec.priority());
    }

    /** Query of a state that threads of the node change. */
    private interface StateQuery {
        String run() throws JMSException;
    }

    private void await(String what, String expected, StateQuery query) throws JMSException {
        long startedNanos = System.nanoTime();
        String actual = query.run();
        while (!actual.equals(expected) && System.nanoTime() - startedNanos < timeoutNanos) {
            LockSupport.parkNanos(POLL_NANOS);
            actual = query.run();
        }
        if (!actual.equals(expected)) {
            assertThat(actual)
                    .as("%s; the messages: %s", what, actual(List.of()))
                    .isEqualTo(expected);
        }
        assertThat(actual).as(what).isEqualTo(expected);
    }

    /**
     * Waits until the counts of messages by state equal the model's: VIS-10. With two nodes, they are compared
     * unless one of them does not know the latest options. A node learns from the polls of the other node which
     * acquired messages are only prefetched there, so available messages and messages in flight are counted
     * together. Until the next poll, a message that the other node has returned can be counted as another message
     * that is in flight here, which is then counted twice.
     */
    void awaitCounts() throws JMSException {
        if (!run.nodes.enabled()) {
            awaitCountsOfOneNode();
        } else if (!run.nodes.anyBehind()) {
            run.completeLastReceived();
            awaitCountsOfBothNodes();
        }
    }

    private void awaitCountsOfBothNodes() throws JMSException {
        long inFlight = model.count(State.LOCKED);
        long present = model.count(State.AVAILABLE) + inFlight;
        String expected =
                counts(present, 0, model.count(State.SCHEDULED), model.count(State.DEFERRED), model.count(State.DEAD));
        await("statistics", expected, () -> {
            QueueStatistics counted = admin().statistics(queue);
            long actual = counted.available() + counted.inFlight();
            boolean near = present <= actual && actual <= present + inFlight;
            return counts(near ? present : actual, 0, counted.scheduled(), counted.deferred(), counted.deadLettered());
        });
    }

    private void awaitCountsOfOneNode() throws JMSException {
        long inFlight = model.count(State.LOCKED);
        String expected = counts(
                model.count(State.AVAILABLE),
                inFlight,
                model.count(State.SCHEDULED),
                model.count(State.DEFERRED),
                model.count(State.DEAD));
        // A shared store counts its rows, and has no row of a non-persistent message in flight.
        long stored = shared
                ? model.in(State.LOCKED)
                        .filter(message -> message.spec.persistent())
                        .count()
                : inFlight;
        await("statistics", expected, () -> {
            QueueStatistics counted = admin().statistics(queue);
            boolean near = stored <= counted.inFlight() && counted.inFlight() <= inFlight;
            return counts(
                    counted.available(),
                    near ? inFlight : counted.inFlight(),
                    counted.scheduled(),
                    counted.deferred(),
                    counted.deadLettered());
        });
    }

    /** Waits until dead nodes have no messages in flight. */
    void awaitNoneInFlight() throws JMSException {
        await("in flight", "0", () -> Long.toString(admin().statistics(queue).inFlight()));
    }

    /** Applies dead-lettering by RCV-07 that a receive of one of two nodes may or may not have caused. */
    void recordDeadLetters() throws JMSException {
        List<ModelMessage> tooOften =
                model.in(State.AVAILABLE).filter(model::isDeliveredTooOften).toList();
        if (!tooOften.isEmpty()) {
            Set<String> dead = page(entity.deadLetterQueue()).stream()
                    .map(ModelComparison::nameOf)
                    .collect(Collectors.toSet());
            tooOften.stream().filter(message -> dead.contains(message.name())).forEach(model::deadLetterAsTooOften);
        }
    }

    /** Returns the sequence number of a dead letter. */
    long sequenceNumberOfDeadLetter(String name) throws JMSException {
        return page(entity.deadLetterQueue()).stream()
                .filter(message -> nameOf(message).equals(name))
                .map(MessageDescription::sequenceNumber)
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in the dead-letter queue"));
    }

    Set<String> namesInQueue() throws JMSException {
        return page(queue).stream().map(ModelComparison::nameOf).collect(Collectors.toSet());
    }

    private static String counts(long available, long inFlight, long scheduled, long deferred, long dead) {
        return String.format(
                Locale.ROOT,
                "%d available, %d in flight, %d scheduled, %d deferred, %d dead-lettered",
                available,
                inFlight,
                scheduled,
                deferred,
                dead);
    }

    /**
     * Waits until every message, its state and its count equal the model's, except non-persistent messages, which may
     * have no row. Dead letters are compared with their reasons (TTL-15, RCV-07, RCV-10).
     */
    void awaitContents() throws JMSException {
        if (run.nodes.enabled()) {
            run.completeLastReceived();
        }
        List<String> inMemory = Stream.of(State.AVAILABLE, State.LOCKED)
                .flatMap(model::in)
                .filter(message -> !message.spec.persistent())
                .map(ModelMessage::name)
                .toList();
        await("messages", String.join("\n", expected(inMemory)), () -> String.join("\n", actual(inMemory)));
        List<String> dead = model.in(State.DEAD)
                .map(message -> message.listedName() + " " + message.deadLetterReason)
                .sorted()
                .toList();
        await("dead letters", String.join("\n", dead), () -> String.join("\n", actualDeadLetters()));
    }

    private List<String> expected(List<String> inMemory) {
        Stream<String> lines = Stream.of(State.AVAILABLE, State.LOCKED, State.SCHEDULED, State.DEFERRED)
                .flatMap(model::in)
                .filter(message -> !inMemory.contains(message.name()))
                // The list does not show replaced values that applications have (LVQ-05).
                .filter(message -> !(message.replaced && message.state == State.LOCKED))
                .map(message -> line(message.listedName(), shownState(message.state.name()), message.deliveryCount))
                .sorted();
        return Stream.concat(lines, Stream.of(IN_ORDER)).toList();
    }

    private List<String> actual(List<String> inMemory) throws JMSException {
        List<MessageDescription> all = page(queue).stream()
                .filter(message -> !inMemory.contains(nameOf(message)))
                .toList();
        List<ModelMessage> ready = all.stream()
                .filter(ModelComparison::ready)
                .map(this::named)
                .flatMap(Optional::stream)
                .toList();
        boolean inOrder =
                IntStream.range(1, ready.size()).allMatch(i -> ready.get(i - 1).order(ready.get(i)) <= 0);
        return Stream.concat(
                        all.stream().map(this::line).sorted(), Stream.of(inOrder ? IN_ORDER : "not in order: " + ready))
                .toList();
    }

    /**
     * Returns the latest message with this name; empty for a copy of a repeated send, whose due time is not listed. A
     * sent message may have had this name before its copies were made.
     */
    private Optional<ModelMessage> named(MessageDescription actual) {
        String name = nameOf(actual);
        if (actual.properties().containsKey(RepeatedSends.COPY_PROPERTY)) {
            return Optional.empty();
        }
        return model.messages().stream()
                .filter(message -> message.name().equals(name))
                .reduce((former, latter) -> latter);
    }

    private static boolean ready(MessageDescription message) {
        return message.state() != MessageState.SCHEDULED && message.state() != MessageState.DEFERRED;
    }

    private List<String> actualDeadLetters() throws JMSException {
        return page(entity.deadLetterQueue()).stream()
                .map(message -> nameOf(message) + " "
                        + (message.deadLetter() == null
                                ? "?"
                                : message.deadLetter().reason()))
                .sorted()
                .toList();
    }

    private List<MessageDescription> page(String name) throws JMSException {
        MessagesAdmin messages = admin().messages(name);
        return messages.peek(MessageFilter.all(), PageRequest.first(MAX_MESSAGES))
                .messages();
    }

    private static String nameOf(MessageDescription message) {
        Object number = Objects.requireNonNull(message.properties().get("number"));
        return ModelMessage.name(number, message.properties().get(RuleAction.RULE_NAME_PROPERTY), ModelMessage.NEVER);
    }

    private String line(MessageDescription message) {
        return line(nameOf(message), shownState(message.state().name()), message.deliveryCount());
    }

    /** Returns a state, or one name for available and locked messages of two nodes, see {@link #awaitCounts}. */
    private String shownState(String state) {
        boolean either = state.equals(State.AVAILABLE.name()) || state.equals(State.LOCKED.name());
        return run.nodes.enabled() && either ? "AVAILABLE or LOCKED" : state;
    }

    private static String line(String name, String state, int count) {
        return name + " " + state + " " + count;
    }
}
