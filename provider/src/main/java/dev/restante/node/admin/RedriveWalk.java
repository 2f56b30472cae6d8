package dev.restante.node.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.PagePlace;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHead;
import dev.restante.node.commit.DeadLetterSources;
import dev.restante.node.core.NodeContext;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.LastValueRule;
import dev.restante.node.rule.RedriveRule;
import dev.restante.store.Candidate;
import dev.restante.store.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A walk through dead letters that moves them back (BEY-03), page by page, each portion in one transaction. Only what
 * was there when it began: what comes back meanwhile stays. Not thread-safe.
 */
final class RedriveWalk {

    /**
     * For so long after its beginning a walk knows what it has moved by number. Until then the place of what comes back
     * can be that of an older one: both may have come in one millisecond, and clocks are corrected by some.
     */
    private static final long REMEMBERED_MILLIS = 1_000;

    /** The parts of a node that walks need. */
    record Services(NodeContext context, Inspection inspection, DeliveryClaiming claiming) {}

    /** A dead letter and where it goes. */
    private record Return(Candidate candidate, Entity target) {}

    private final Services services;
    private final DeadLetterSources deadLetterSources;
    private final Entity from;
    private final Redrive redrive;
    private final HighWaterMark highWater;
    private final Map<String, Optional<Entity>> sources = new HashMap<>();

    /** Whether targets of the portion at hand are there, by their ids: the store is asked once for each. */
    private final Map<Long, Boolean> there = new HashMap<>();

    private final long rememberedUntilSteadyMillis;
    private final Set<Long> movedEarly = new HashSet<>();

    /** Null where messages are named by their numbers: then there is one page. */
    private final @Nullable EntityWalk walk;

    private boolean numbersRead;

    /** What is still to be moved of the page. */
    private List<Return> ready = List.of();

    /** How many of the page have stayed so far, without those that are ready. */
    private long staying;

    private long stayingWithoutSource;
    private @Nullable PagePlace pageEnd;

    private long passed;
    private long passedWithoutSource;
    private @Nullable PagePlace place;

    /** A walk, from the beginning or from behind a place. */
    RedriveWalk(Services services, Entity from, Redrive redrive, HighWaterMark highWater, @Nullable PagePlace after) {
        this.services = services;
        this.deadLetterSources = new DeadLetterSources(services.context());
        this.from = from;
        this.redrive = redrive;
        this.highWater = highWater;
        this.rememberedUntilSteadyMillis = services.context().time().steadyMillis() + REMEMBERED_MILLIS;
        MessageQuery query = redrive.query();
        this.walk = query.sequenceNumbers().isEmpty() ? new EntityWalk(services.context(), from, query) : null;
        this.place = after;
        this.pageEnd = after;
        if (walk != null && after != null) {
            walk.from(after);
        }
    }

    /** How many dead letters have been found and not been moved yet. */
    int ready() {
        return ready.size();
    }

    /** Whether there is nothing more, neither ready nor to be looked at. */
    boolean ended() {
        return ready.isEmpty() && (walk == null ? numbersRead : walk.ended());
    }

    /** How many have stayed of the pages that are behind it. */
    long passed() {
        return passed;
    }

    /** How many of them because where they came from is not there, or not known. */
    long passedWithoutSource() {
        return passedWithoutSource;
    }

    /** The end of the pages that are behind it; null where there is none. */
    @Nullable
    PagePlace place() {
        return place;
    }

    /** How many have no source, those of the page at hand included. */
    long withoutSource() {
        return passedWithoutSource + stayingWithoutSource;
    }

    /** Looks at the next page; nothing may be ready. */
    void look() {
        // Somebody may have made a source anew, or altered it, since the last page.
        sources.clear();
        List<Delivery> read;
        if (walk == null) {
            read = context().store().inspector().find(from.id(), redrive.query().sequenceNumbers());
            numbersRead = true;
        } else {
            read = walk.next(Inspection.PAGE);
            pageEnd = read.isEmpty() ? pageEnd : walk.place(read.get(read.size() - 1));
            read = read.stream()
                    .filter(highWater::includesPosition)
                    .filter(delivery -> !movedEarly.contains(delivery.id()))
                    .toList();
        }
        List<Return> returns = new ArrayList<>();
        // What is sent repeatedly to a dead-letter queue is no dead letter, its copies are.
        List<Delivery> received =
                read.stream().filter(delivery -> !delivery.state().repeats()).toList();
        for (Candidate candidate : services.inspection().matching(from, redrive.query(), received)) {
            Entity target = candidate.head() == null ? null : target(candidate.delivery());
            if (target == null) {
                stayingWithoutSource++;
            } else {
                returns.add(new Return(candidate, target));
            }
        }
        staying = (long) read.size() - returns.size();
        ready = returns;
        endPageIfDone();
    }

    private NodeContext context() {
        return services.context();
    }

    private void endPageIfDone() {
        if (ready.isEmpty()) {
            passed += staying;
            passedWithoutSource += stayingWithoutSource;
            place = pageEnd;
            staying = 0;
            stayingWithoutSource = 0;
        }
    }

    private @Nullable Entity target(Delivery delivery) {
        if (redrive.target() != null) {
            return redrive.target();
        }
        DeliveryNote note = delivery.note();
        String source = note == null ? null : note.source();
        return source == null
                ? null
                : sources.computeIfAbsent(source, deadLetterSources::find)
                        .filter(found -> found.id() != from.id())
                        .orElse(null);
    }

    /**
     * Moves the next ones that are ready, in one transaction. What others were faster to acquire stays.
     *
     * @param most at most so many, 1 or more
     * @param beside done in the same transaction
     * @return how many have moved
     */
    long move(int most, List<? extends Change> beside) {
        List<Return> portion = ready.subList(0, Math.min(most, ready.size()));
        List<Return> possible = possible(portion);
        long moved;
        try {
            moved = moveAll(possible, beside);
        } catch (BrokerException e) {
            // Deleted since: then it is not there any more when it is looked for again.
            List<Return> left = e.reason() == Reason.ENTITY_NOT_FOUND ? possible(possible) : possible;
            if (left.size() == possible.size()) {
                throw e;
            }
            possible = left;
            moved = moveAll(possible, beside);
        }
        ready = ready.subList(portion.size(), ready.size());
        staying += portion.size() - moved;
        stayingWithoutSource += portion.size() - possible.size();
        endPageIfDone();
        return moved;
    }

    /** Those whose targets are there. */
    private List<Return> possible(List<Return> portion) {
        there.clear();
        List<Return> possible =
                portion.stream().filter(each -> isThere(each.target())).toList();
        if (possible.size() < portion.size() && redrive.target() != null) {
            throw Inspection.gone(redrive.target());
        }
        return possible;
    }

    /** What is to become of one dead letter, in place of a move. */
    @FunctionalInterface
    interface Exchange {
        /** Does it; false if it stays, because others were faster. */
        boolean of(Delivery delivery, MessageHead head, Entity target);
    }

    /**
     * Lets something else become of the next one that is ready.
     *
     * @return whether it has gone
     */
    boolean exchange(Exchange exchange) {
        Return next = ready.get(0);
        boolean possible = !possible(List.of(next)).isEmpty();
        boolean gone = false;
        try {
            gone = possible
                    && exchange.of(
                            next.candidate().delivery(),
                            requireNonNull(next.candidate().head(), "head"),
                            context().registry().current(next.target()));
        } catch (BrokerException e) {
            possible = e.reason() != Reason.ENTITY_NOT_FOUND
                    || !possible(List.of(next)).isEmpty();
            if (possible) {
                throw e;
            }
        }
        ready = ready.subList(1, ready.size());
        staying += gone ? 0 : 1;
        stayingWithoutSource += possible ? 0 : 1;
        endPageIfDone();
        return gone;
    }

    /**
     * Returns if the entity whose messages move is there: a walk also ends when the store deletes them.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND
     */
    void requireSource() {
        Inspection.require(context(), from);
    }

    /** Somebody may have deleted a target since it was found: what moved there would be lost. */
    private boolean isThere(Entity target) {
        return there.computeIfAbsent(
                target.id(), unused -> context().registry().reread(target).isPresent());
    }

    private long moveAll(List<Return> returns, List<? extends Change> beside) {
        long nowMillis = context().time().millis();
        Map<Long, Change.Move> moves = new HashMap<>();
        long noticeAtMillis = Delivery.NEVER;
        for (Return each : returns) {
            Entity target = context().registry().current(each.target());
            Change.Move move = move(each.candidate(), target, nowMillis);
            moves.put(move.ref().id(), move);
            noticeAtMillis = Math.min(noticeAtMillis, deadline(target, move, nowMillis));
        }
        if (context().time().steadyMillis() <= rememberedUntilSteadyMillis) {
            movedEarly.addAll(moves.keySet());
        }
        List<Long> arrivals =
                returns.stream().map(each -> each.target().id()).distinct().toList();
        return services.claiming()
                .take(
                        from,
                        returns.stream().map(Return::candidate).toList(),
                        taken -> requireNonNull(moves.get(taken.id()), "move").fencedBy(taken.ref()),
                        beside,
                        arrivals,
                        noticeAtMillis)
                .taken();
    }

    /** Returns the change that moves a candidate to the end of a target, where its time to live counts anew. */
    static Change.Move move(Candidate candidate, Entity target, long nowMillis) {
        Delivery delivery = candidate.delivery();
        MessageHead head = requireNonNull(candidate.head(), "head");
        return new Change.Move(
                delivery.ref(),
                target.id(),
                IdLayout.firstPositionAt(nowMillis),
                nowMillis,
                ExpiryRule.ownDeadline(target, RedriveRule.ownTimeToLive(head), nowMillis),
                0,
                RedriveRule.note(delivery, head),
                LastValueRule.key(target, head, delivery.note()));
    }

    /** When it expires where it goes; its own deadline, or what the default makes of it. */
    static long deadline(Entity target, Change.Move move, long nowMillis) {
        return move.expiresAt() != Delivery.NEVER ? move.expiresAt() : target.expiryByDefault(nowMillis);
    }
}
