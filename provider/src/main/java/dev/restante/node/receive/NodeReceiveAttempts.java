package dev.restante.node.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.model.CallLock;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.node.commit.Commits;
import dev.restante.node.core.LockEnds;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.core.Work;
import dev.restante.node.lock.LockTable;
import dev.restante.node.settle.GroupHandling;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.ReceiveAttemptRepository.ReceiveAttempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The receive attempts of this node. What was received here is repeated from memory, what another incarnation received
 * by {@link AttemptRepetition}; in both cases the deliveries are acquired once more and the attempt is remembered anew
 * in one transaction, so of two that repeat it at the same time one is the later, and has them.
 *
 * <p>Thread-safe. Threads of applications take turns here, and wait for the store meanwhile; nothing that the store's
 * writer waits for ever asks for a turn.
 */
public final class NodeReceiveAttempts implements ReceiveAttempts {

    private static final int FIRST_PRUNING = 1_024;

    private static final int TURNS = 64;

    /** How often a repetition is tried that others get in the way of. */
    private static final int TRIES = 3;

    private record Key(long entityId, String attemptId) {}

    /** The deliveries that were received here, in order, as the store remembers them. */
    private record Received(List<HeldDelivery> held, long keptUntilMillis) {

        List<DeliveryRef> refs() {
            return NodeReceiveAttempts.refs(held);
        }
    }

    private final NodeContext context;
    private final Commits commits;
    private final NodeLife life;
    private final UsableEntities entities;
    private final LockTable locks;
    private final GroupHandling groups;
    private final LockEnds lockEnds;
    private final AttemptRepetition repetition;
    private final Map<Key, Received> here = new ConcurrentHashMap<>();

    /** Lets only one thread of the node deal with an attempt at a time; each attempt uses one of them. */
    private final List<CallLock> turns =
            Stream.generate(CallLock::new).limit(TURNS).toList();

    private volatile int pruneAt = FIRST_PRUNING;

    public NodeReceiveAttempts(
            NodeContext context,
            Commits commits,
            NodeLife life,
            UsableEntities entities,
            LockTable locks,
            GroupHandling groups,
            LockEnds lockEnds,
            AttemptRepetition repetition) {
        this.context = context;
        this.commits = commits;
        this.life = life;
        this.entities = entities;
        this.locks = locks;
        this.groups = groups;
        this.lockEnds = lockEnds;
        this.repetition = repetition;
    }

    static List<DeliveryRef> refs(List<HeldDelivery> held) {
        return held.stream().map(each -> each.delivery().ref()).toList();
    }

    @Override
    public Repetition repeat(Entity entity, String attemptId, int maxMessages, @Nullable Duration lockDuration) {
        life.checkAlive();
        Entity current = entities.requireUsable(entity);
        return turn(new Key(current.id(), attemptId))
                .holding(
                        () -> repeatInTurn(current, attemptId, maxMessages, lockDuration),
                        NodeReceiveAttempts::tooLate);
    }

    /** The node has joined anew: what it received before is repeated as what another node received. */
    public void outlived() {
        here.clear();
    }

    private CallLock turn(Key key) {
        return turns.get(Math.floorMod(key.hashCode(), TURNS));
    }

    private Repetition repeatInTurn(
            Entity current, String attemptId, int maxMessages, @Nullable Duration lockDuration) {
        List<DeliveryRef> known = List.of();
        for (int i = 0; i < TRIES; i++) {
            Optional<ReceiveAttempt> found = life.guarded(() -> context.store()
                    .receiveAttempts()
                    .find(current.id(), attemptId, context.time().certainMillis()));
            if (found.isEmpty()) {
                return new Repetition(List.of(), List.of(), List.of());
            }
            ReceiveAttempt attempt = found.get();
            boolean unchanged = attempt.deliveries().equals(known);
            known = attempt.deliveries();
            if (unchanged || known.isEmpty()) {
                break;
            }
            life.requireProven();
            checkNumber(attemptId, known.size(), maxMessages);
            Key key = new Key(current.id(), attemptId);
            Received received = here.get(key);
            boolean ours = received != null && received.refs().equals(known);
            List<HeldDelivery> again = received != null && ours
                    ? renewed(current, attemptId, received, lockDuration)
                    : repetition.repeat(current, attemptId, attempt, lockDuration);
            if (!again.isEmpty()) {
                put(key, new Received(again, attempt.keptUntil()));
                return new Repetition(again, received != null && ours ? received.held() : List.of(), List.of());
            }
        }
        return new Repetition(List.of(), List.of(), known);
    }

    private static void checkNumber(String attemptId, int received, int maxMessages) {
        if (received > maxMessages) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "The receive with attempt id '" + ShownText.of(attemptId) + "' returned " + received
                            + " messages; to repeat it, at least so many must be asked for, not " + maxMessages);
        }
    }

    @Override
    public boolean remember(Entity entity, String attemptId, List<HeldDelivery> received, List<DeliveryRef> known) {
        Key key = new Key(entity.id(), attemptId);
        return turn(key).holding(() -> rememberInTurn(entity, key, received, known), NodeReceiveAttempts::tooLate);
    }

    private static BrokerException tooLate() {
        return new BrokerException(
                BrokerException.Reason.STORE_UNAVAILABLE,
                "The store does not answer another receive with an attempt id; nothing is received");
    }

    private boolean rememberInTurn(Entity entity, Key key, List<HeldDelivery> received, List<DeliveryRef> known) {
        long nowMillis = context.time().millis();
        long keptUntilMillis = Spans.later(nowMillis, REPEATABLE_FOR);
        Change remembering = new Change.RememberReceive(
                entity.id(), key.attemptId(), refs(received), known, nowMillis, keptUntilMillis);
        if (!applied(List.of(remembering), entity)) {
            return false;
        }
        put(key, new Received(received, keptUntilMillis));
        return true;
    }

    private void put(Key key, Received received) {
        here.put(key, received);
        if (here.size() >= pruneAt) {
            long nowMillis = context.time().millis();
            here.values().removeIf(old -> old.keptUntilMillis() <= nowMillis);
            pruneAt = Math.max(FIRST_PRUNING, 2 * here.size());
        }
    }

    /** Locks anew what this node has; empty if something was settled or lost. */
    private List<HeldDelivery> renewed(
            Entity entity, String attemptId, Received received, @Nullable Duration lockDuration) {
        List<HeldDelivery> begun = new ArrayList<>(received.held().size());
        for (HeldDelivery former : received.held()) {
            if (!locks.beginSettling(former)) {
                begun.forEach(locks::resumeLock);
                return List.of();
            }
            begun.add(former);
        }
        boolean repeated = false;
        boolean inDoubt = false;
        try {
            long incarnation = context.incarnation();
            List<Change> changes = new ArrayList<>(begun.size() + 1);
            List<Delivery> again = new ArrayList<>(begun.size());
            for (HeldDelivery former : begun) {
                Delivery delivery = former.delivery();
                if (former.stored()) {
                    changes.add(new Change.TakeOver(delivery.ref(), incarnation));
                    delivery = delivery.with(delivery.ref().acquiredBy(incarnation), delivery.state());
                }
                again.add(delivery);
            }
            List<DeliveryRef> refs = again.stream().map(Delivery::ref).toList();
            changes.add(new Change.RememberReceive(
                    entity.id(),
                    attemptId,
                    refs,
                    received.refs(),
                    context.time().millis(),
                    received.keptUntilMillis()));
            Outcome outcome = execute(changes, entity);
            if (outcome instanceof Outcome.InDoubt doubt) {
                inDoubt = true;
                doubt.later().whenKnown(known -> {
                    if (known instanceof Outcome.Applied) {
                        // Until their locks run out, or the receive is repeated again.
                        List<HeldDelivery> held = held(entity, begun, again, lockDuration);
                        put(new Key(entity.id(), attemptId), new Received(held, received.keptUntilMillis()));
                    }
                    end(begun, known instanceof Outcome.Applied);
                });
            }
            repeated = Refusals.applied(outcome);
            return repeated ? held(entity, begun, again, lockDuration) : List.of();
        } finally {
            if (!inDoubt) {
                end(begun, repeated);
            }
        }
    }

    private void end(List<HeldDelivery> formers, boolean repeated) {
        for (HeldDelivery former : formers) {
            if (repeated) {
                locks.endSettling(former, false);
            } else {
                locks.resumeLock(former);
            }
        }
    }

    private List<HeldDelivery> held(
            Entity entity, List<HeldDelivery> formers, List<Delivery> again, @Nullable Duration lockDuration) {
        RepeatedHolds holds = new RepeatedHolds(locks, groups, lockEnds, entity, lockDuration);
        for (int i = 0; i < again.size(); i++) {
            HeldDelivery former = formers.get(i);
            locks.holds().ofEntity(entity.id()).enterAnyway();
            holds.add(again.get(i), former.message(), former.stored(), former.attemptCounted());
        }
        return holds.held();
    }

    /** False if a fence missed. */
    private boolean applied(List<Change> changes, Entity entity) {
        return Refusals.applied(execute(changes, entity));
    }

    private Outcome execute(List<Change> changes, Entity entity) {
        return commits.execute(new Work(entity.id(), changes, Operation.Misses.FAIL, List.of(), false, Delivery.NEVER));
    }
}
