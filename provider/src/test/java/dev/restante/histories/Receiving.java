package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.MessageLockLostException;
import dev.restante.PeekLock;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
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
final class Receiving {

    /** Number of latest locks from which a settlement picks. */
    private static final int LOCKS_REMEMBERED = 6;

    private final HistoryRun run;
    private final QueueModel model;
    private final HistoryLog log;
    private final Settlements settlement;
    private final List<Lock> locks = new ArrayList<>();

    /** Sequence numbers that receivers were told, by message. */
    private final Map<ModelMessage, Long> sequenceNumbers = new HashMap<>();

    /** Peek-lock with its delivery in the model. */
    private record Lock(ModelHold hold, PeekLock lock) {}

    Receiving(HistoryRun run) {
        this.run = run;
        this.model = run.model;
        this.log = run.log;
        this.settlement = new Settlements(model);
    }

    /** Forgets the locks of a closed session. */
    void forgetLocksOf(Party party) {
        locks.removeIf(lock -> lock.hold().party == party);
    }

    /** Forgets the locks of all sessions. */
    void forgetLocks() {
        locks.clear();
    }

    void receive(Party party) throws JMSException {
        if (!run.takesPart(party)) {
            return;
        }
        log.say(party + " receives ");
        Message received = receivedNow(party);
        log.add(received == null ? "nothing" : Comparison.nameOf(received));
        if (InFlight.receiveRefusal(model) != null) {
            return;
        }
        List<ModelMessage> allowed = model.next(party, party::wants);
        while (!allowed.isEmpty() && model.isDeliveredTooOften(allowed.get(0))) {
            model.deadLetterAsTooOften(allowed.get(0));
            allowed = model.next(party, party::wants);
        }
        String seen = received == null ? "nothing" : Comparison.nameOf(received);
        Optional<ModelMessage> expected =
                allowed.stream().filter(message -> message.name().equals(seen)).findFirst();
        if (received == null || expected.isEmpty()) {
            assertThat(seen)
                    .as("what " + party + " receives; allowed is " + allowed)
                    .isEqualTo(allowed.isEmpty() ? "nothing" : allowed.get(0).name());
        } else {
            took(party, received, expected.get());
        }
    }

    private void took(Party party, Message received, ModelMessage message) throws JMSException {
        long expirationMillis = model.deadlineMillis(message);
        Crashes.showed(message, received.getIntProperty("JMSXDeliveryCount"));
        ModelHold hold = model.take(message, party, party.transacted());
        log.add(", delivery " + hold.shownCount);
        Comparison.assertShown(received, hold, expirationMillis);
        if (!party.peekLocks() && !party.transacted()) {
            model.complete(hold);
            return;
        }
        run.member(party).took(received, hold);
        if (party.peekLocks()) {
            PeekLock lock = PeekLock.of(received);
            assertThat(lock.lockedUntil()).as("end of the lock").isEqualTo(Instant.ofEpochMilli(hold.endsAtMillis));
            locks.add(new Lock(hold, lock));
            sequenceNumbers.put(message, lock.sequenceNumber());
            if (locks.size() > LOCKS_REMEMBERED) {
                locks.remove(0);
            }
        }
    }

    void receiveDeferred(Party party, int pick) throws JMSException {
        List<ModelMessage> candidates =
                model.messages().stream().filter(sequenceNumbers::containsKey).toList();
        if (candidates.isEmpty() || !run.takesPart(party)) {
            return;
        }
        ModelMessage message = candidates.get(pick % candidates.size());
        log.say(party + " receives " + message.name() + " by its number: ");
        boolean expected = Statuses.mayReceive(model) && model.receiveByNumber(message, party);
        String refusal = expected ? InFlight.numberRefusal(model) : Statuses.numberRefusal(model);
        AtomicReference<Optional<Message>> answer = new AtomicReference<>(Optional.empty());
        long number = Objects.requireNonNull(sequenceNumbers.get(message));
        if (!Refusal.passes(
                "receive by number", refusal, () -> answer.set(run.place.deferred(run.member(party), number)))) {
            log.add(refusal + "");
            return;
        }
        Optional<Message> received = answer.get();
        log.add(received.isPresent() ? "here it is" : "nothing");
        assertThat(received.isPresent())
                .as(message.name() + " is received by its number")
                .isEqualTo(expected);
        if (received.isPresent()) {
            took(party, received.get(), message);
        }
    }

    void settle(Action.Settle.Way way, int pick) throws JMSException {
        if (locks.isEmpty()) {
            return;
        }
        // The latest lock comes first, so that shrinking leads to it.
        Lock picked = locks.get(locks.size() - 1 - pick % locks.size());
        ModelHold hold = picked.hold();
        log.say(String.format(Locale.ROOT, "%s of %s, delivery %d", way, hold.message.name(), hold.shownCount));
        boolean lost;
        try {
            settlement.carryOut(way, picked.lock());
            lost = false;
        } catch (MessageLockLostException refusal) {
            assertThat(refusal.getErrorCode()).isEqualTo("RESTANTE-LOCK-LOST");
            lost = true;
            log.add(": refused");
        }
        assertThat(lost).as("whether the lock is lost").isEqualTo(!settlement.follow(way, hold));
    }

    private @Nullable Message receivedNow(Party party) throws JMSException {
        AtomicReference<@Nullable Message> received = new AtomicReference<>();
        Refusal.passes(
                "receive",
                InFlight.receiveRefusal(model),
                () -> received.set(run.member(party).consumer().receiveNoWait()));
        return received.get();
    }
}
