package dev.restante.node.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.MessageAdministration.Redriven;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHead;
import dev.restante.model.ShownText;
import dev.restante.node.commit.DeadLetterSources;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.RateLimit;
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
 * Moves dead letters back (BEY-03), page by page, each page in one transaction. Only what was there when it began: what
 * comes back meanwhile stays.
 */
public final class Redriving {

    /**
     * For so long after its beginning a redrive knows what it has moved by number. Until then the place of what comes
     * back can be that of an older one: both may have come in one millisecond, and clocks are corrected by some.
     */
    private static final long REMEMBERED_MILLIS = 1_000;

    private final NodeContext context;
    private final Inspection inspection;
    private final DeliveryClaiming claiming;
    private final DeadLetterSources deadLetterSources;

    public Redriving(NodeContext context, Inspection inspection, DeliveryClaiming claiming) {
        this.context = context;
        this.inspection = inspection;
        this.claiming = claiming;
        this.deadLetterSources = new DeadLetterSources(context);
    }

    Redriven redrive(Entity from, Redrive redrive, Watch watch) {
        Entity target = redrive.target();
        if (target != null && target.id() == from.id()) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "The messages of '" + ShownText.of(from.name()) + "' can't be moved to where they are");
        }
        return new Run(from, redrive, watch).run();
    }

    /** A dead letter and where it goes. */
    private record Return(Candidate candidate, Entity target) {}

    /** One redrive under way. */
    private final class Run {
        private final Entity from;
        private final Redrive redrive;
        private final Watch watch;
        private final RateLimit rateLimit;
        private final HighWaterMark highWater;
        private final Map<String, Optional<Entity>> sources = new HashMap<>();
        private final long rememberedUntilMillis;
        private final Set<Long> movedEarly = new HashSet<>();
        private long moved;
        private long withoutSource;
        private boolean cancelled;

        Run(Entity from, Redrive redrive, Watch watch) {
            this.from = from;
            this.redrive = redrive;
            this.watch = watch;
            this.rateLimit = new RateLimit(redrive.perSecond());
            this.highWater = HighWaterMark.of(redrive.query(), context, from);
            this.rememberedUntilMillis = context.time().millis() + REMEMBERED_MILLIS;
        }

        Redriven run() {
            MessageQuery query = redrive.query();
            if (query.sequenceNumbers().isEmpty()) {
                EntityWalk walk = new EntityWalk(context, from, query);
                while (!walk.ended() && !over()) {
                    page(walk.next(Inspection.PAGE).stream()
                            .filter(highWater::includesPosition)
                            .filter(delivery -> !movedEarly.contains(delivery.id()))
                            .toList());
                }
            } else {
                page(context.store().inspector().find(from.id(), query.sequenceNumbers()));
            }
            return new Redriven(moved, withoutSource, cancelled);
        }

        private boolean over() {
            cancelled = cancelled || Thread.currentThread().isInterrupted();
            return cancelled || moved >= redrive.maximum();
        }

        private void page(List<Delivery> read) {
            List<Return> returns = new ArrayList<>();
            // What is sent repeatedly to a dead-letter queue is no dead letter, its copies are.
            List<Delivery> received = read.stream()
                    .filter(delivery -> !delivery.state().repeats())
                    .toList();
            for (Candidate candidate : inspection.matching(from, redrive.query(), received)) {
                Entity target = candidate.head() == null ? null : target(candidate.delivery());
                if (target == null) {
                    withoutSource++;
                } else {
                    returns.add(new Return(candidate, target));
                }
            }
            for (int done = 0; done < returns.size() && !over(); ) {
                long left = Math.min(returns.size() - (long) done, redrive.maximum() - moved);
                int next = rateLimit.permit((int) left);
                if (next > 0) {
                    move(returns.subList(done, done + next));
                }
                done += next;
                cancelled = cancelled || !watch.proceed(moved);
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

        private void move(List<Return> returns) {
            long nowMillis = context.time().millis();
            Map<Long, Change.Move> moves = new HashMap<>();
            long noticeAtMillis = Delivery.NEVER;
            for (Return each : returns) {
                Change.Move move = move(each, nowMillis);
                moves.put(move.ref().id(), move);
                noticeAtMillis = Math.min(noticeAtMillis, deadline(each.target(), move, nowMillis));
            }
            if (nowMillis <= rememberedUntilMillis) {
                movedEarly.addAll(moves.keySet());
            }
            List<Long> arrivals =
                    returns.stream().map(each -> each.target().id()).distinct().toList();
            moved += claiming.take(
                            from,
                            returns.stream().map(Return::candidate).toList(),
                            taken -> requireNonNull(moves.get(taken.id()), "move")
                                    .fencedBy(taken.ref()),
                            arrivals,
                            noticeAtMillis)
                    .taken();
        }

        private Change.Move move(Return each, long nowMillis) {
            Delivery delivery = each.candidate().delivery();
            MessageHead head = requireNonNull(each.candidate().head(), "head");
            return new Change.Move(
                    delivery.ref(),
                    each.target().id(),
                    IdLayout.firstPositionAt(nowMillis),
                    nowMillis,
                    ExpiryRule.ownDeadline(each.target(), RedriveRule.ownTimeToLive(head), nowMillis),
                    RedriveRule.note(delivery, head),
                    LastValueRule.key(each.target(), head, delivery.note()));
        }

        /** When it expires where it goes; its own deadline, or what the default makes of it. */
        private static long deadline(Entity target, Change.Move move, long nowMillis) {
            return move.expiresAt() != Delivery.NEVER ? move.expiresAt() : target.expiryByDefault(nowMillis);
        }
    }
}
