package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.MessageAdministration.Redriven;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.RateLimit;
import java.util.List;

/** Redrives for which somebody waits (BEY-03). */
public final class Redriving {

    private final RedriveWalk.Services services;

    public Redriving(NodeContext context, Inspection inspection, DeliveryClaiming claiming) {
        this.services = new RedriveWalk.Services(context, inspection, claiming);
    }

    Redriven redrive(Entity from, Redrive redrive, Watch watch) {
        check(from, redrive);
        HighWaterMark highWater = HighWaterMark.of(redrive.query(), services.context(), from);
        return new Run(redrive, watch, new RedriveWalk(services, from, redrive, highWater, null)).run();
    }

    /** Refuses to move messages to where they are. */
    static void check(Entity from, Redrive redrive) {
        Entity target = redrive.target();
        if (target != null && target.id() == from.id()) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "The messages of '" + ShownText.of(from.name()) + "' can't be moved to where they are");
        }
    }

    /** One redrive under way. */
    private static final class Run {
        private final Redrive redrive;
        private final Watch watch;
        private final RedriveWalk walk;
        private final RateLimit rateLimit;
        private long moved;
        private boolean cancelled;

        Run(Redrive redrive, Watch watch, RedriveWalk walk) {
            this.redrive = redrive;
            this.watch = watch;
            this.walk = walk;
            this.rateLimit = new RateLimit(redrive.perSecond());
        }

        Redriven run() {
            while (!walk.ended() && !over()) {
                if (walk.ready() == 0) {
                    walk.look();
                } else {
                    portion();
                }
            }
            return new Redriven(moved, walk.withoutSource(), cancelled);
        }

        private boolean over() {
            cancelled = cancelled || Thread.currentThread().isInterrupted();
            return cancelled || moved >= redrive.maximum();
        }

        private void portion() {
            int next = rateLimit.permit((int) Math.min(walk.ready(), redrive.maximum() - moved));
            if (next > 0) {
                moved += walk.move(next, List.of());
            }
            cancelled = cancelled || !watch.proceed(moved);
        }
    }
}
