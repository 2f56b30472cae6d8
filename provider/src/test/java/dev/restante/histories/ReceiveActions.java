package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.restante.PeekLock;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Receives, and settlements of messages under peek-locks. */
final class ReceiveActions {

    /** Number of latest locks from which a settlement picks. */
    private static final int LOCKS_REMEMBERED = 6;

    private final HistoryRun run;
    private final QueueModel model;
    private final HistoryLog log;
    private final LockOperations lockOperations;
    private final List<TrackedLock> locks = new ArrayList<>();

    /** Sequence numbers that receivers were told, by message. */
    private final Map<ModelMessage, Long> sequenceNumbers = new HashMap<>();

    /** Peek-lock with its delivery in the model. */
    private record TrackedLock(ModelDelivery delivery, PeekLock lock) {}

    ReceiveActions(HistoryRun run) {
        this.run = run;
        this.model = run.model;
        this.log = run.log;
        this.lockOperations = new LockOperations(model);
    }

    /** Forgets the locks of a closed session. */
    void forgetLocksOf(SessionKind sessionKind) {
        locks.removeIf(lock -> lock.delivery().sessionKind == sessionKind);
    }

    /** Receives without waiting, and returns false if the in-flight limit has rejected the call. */
    @CanIgnoreReturnValue
    boolean receive(SessionKind sessionKind) throws JMSException, SQLException {
        if (!run.isUsed(sessionKind)) {
            return true;
        }
        run.nodes.use(run.nodes.nodeOf(sessionKind));
        log.beginStep(sessionKind + " receives ");
        boolean prefetchDecides = run.nodes.prefetchDecides(sessionKind);
        boolean mayReceiveNothing = run.nodes.otherNodeMayPrefetch(sessionKind);
        AtomicReference<@Nullable Message> answer = new AtomicReference<>();
        if (!ErrorCodeCheck.succeeds(
                "receive",
                InFlightLimit.receiveErrorCode(model),
                InFlightLimit.possibleErrorCode(run),
                () -> answer.set(run.historySession(sessionKind).consumer().receiveNoWait()))) {
            log.append("nothing, because of the in-flight limit");
            return false;
        }
        Message received = answer.get();
        String actual = received == null ? "nothing" : ModelComparison.nameOf(received);
        log.append(actual);
        if (prefetchDecides) {
            run.comparison.recordDeadLetters();
        }
        List<ModelMessage> allowed = next(sessionKind, prefetchDecides);
        while (!prefetchDecides && !allowed.isEmpty() && model.isDeliveredTooOften(allowed.get(0))) {
            model.deadLetterAsTooOften(allowed.get(0));
            allowed = next(sessionKind, false);
        }
        if (received == null && mayReceiveNothing) {
            return true;
        }
        Optional<ModelMessage> expected = allowed.stream()
                .filter(message -> message.name().equals(actual))
                .findFirst();
        if (received == null || expected.isEmpty()) {
            assertThat(actual)
                    .as("what " + sessionKind + " receives; allowed is " + allowed)
                    .isEqualTo(allowed.isEmpty() ? "nothing" : allowed.get(0).name());
        } else {
            recordReceived(sessionKind, received, expected.get());
        }
        return true;
    }

    private void recordReceived(SessionKind sessionKind, Message received, ModelMessage message) throws JMSException {
        long expirationMillis = model.expiryMillis(message);
        CrashEffects.resolveSuspect(message, received.getIntProperty("JMSXDeliveryCount"));
        ModelDelivery delivery = model.deliver(message, sessionKind, sessionKind.transacted());
        log.append(", delivery " + delivery.shownDeliveryCount);
        ModelComparison.assertReceivedValues(received, delivery, expirationMillis);
        if (!sessionKind.usesPeekLock() && !sessionKind.transacted()) {
            model.complete(delivery);
            return;
        }
        run.historySession(sessionKind).recordReceived(received, delivery);
        if (sessionKind.usesPeekLock()) {
            PeekLock lock = PeekLock.of(received);
            assertThat(lock.lockedUntil())
                    .as("end of the lock")
                    .isEqualTo(Instant.ofEpochMilli(delivery.lockedUntilMillis));
            locks.add(new TrackedLock(delivery, lock));
            sequenceNumbers.put(message, lock.sequenceNumber());
            if (locks.size() > LOCKS_REMEMBERED) {
                locks.remove(0);
            }
        }
    }

    void receiveDeferred(SessionKind sessionKind, int pick) throws JMSException, SQLException {
        List<ModelMessage> candidates =
                model.messages().stream().filter(sequenceNumbers::containsKey).toList();
        if (candidates.isEmpty() || !run.isUsed(sessionKind)) {
            return;
        }
        ModelMessage message = candidates.get(pick % candidates.size());
        run.nodes.use(run.nodes.nodeOf(sessionKind));
        log.beginStep(sessionKind + " receives " + message.name() + " by its number: ");
        boolean expected = StatusActions.allowsReceives(model) && model.receiveByNumber(message, sessionKind);
        String expectedCode = expected
                ? InFlightLimit.receiveByNumberErrorCode(model)
                : StatusActions.receiveByNumberErrorCode(model);
        AtomicReference<Optional<Message>> answer = new AtomicReference<>(Optional.empty());
        long number = Objects.requireNonNull(sequenceNumbers.get(message));
        if (!ErrorCodeCheck.succeeds(
                "receive by number",
                expectedCode,
                expected ? InFlightLimit.possibleErrorCode(run) : null,
                () -> answer.set(run.entity.receiveDeferred(run.historySession(sessionKind), number)))) {
            log.append("rejected");
            return;
        }
        Optional<Message> received = answer.get();
        log.append(received.isPresent() ? "here it is" : "nothing");
        assertThat(received.isPresent())
                .as(message.name() + " is received by its number")
                .isEqualTo(expected);
        if (received.isPresent()) {
            recordReceived(sessionKind, received.get(), message);
        }
    }

    void settle(HistoryAction.Settle.LockOperation operation, int pick) throws JMSException, SQLException {
        if (locks.isEmpty()) {
            return;
        }
        // The latest lock comes first, so that shrinking leads to it.
        TrackedLock picked = locks.get(locks.size() - 1 - pick % locks.size());
        ModelDelivery delivery = picked.delivery();
        run.nodes.use(run.nodes.nodeOf(delivery.sessionKind));
        run.nodes.useNewEntity(delivery.sessionKind);
        log.beginStep(String.format(
                Locale.ROOT, "%s of %s, delivery %d", operation, delivery.message.name(), delivery.shownDeliveryCount));
        boolean lost;
        try {
            lockOperations.performInProvider(operation, picked.lock());
            lost = false;
        } catch (MessageLockLostException rejection) {
            assertThat(rejection.getErrorCode()).isEqualTo("RESTANTE-LOCK-LOST");
            lost = true;
            log.append(": rejected");
        }
        if ((lost || delivery.message.queueDeleted)
                && operation == HistoryAction.Settle.LockOperation.COMPLETE
                && run.nodes.completionIsInDoubt(delivery)) {
            return;
        }
        assertThat(lost).as("whether the lock is lost").isEqualTo(!lockOperations.performInModel(operation, delivery));
    }

    private List<ModelMessage> next(SessionKind sessionKind, boolean prefetchDecides) {
        return prefetchDecides
                ? model.nextOfGroups(sessionKind, sessionKind::accepts)
                : model.next(sessionKind, sessionKind::accepts);
    }
}
