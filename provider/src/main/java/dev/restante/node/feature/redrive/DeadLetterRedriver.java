package dev.restante.node.feature.redrive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.MessageAdministration.ProgressWatch;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.MessageAdministration.RedriveResult;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.node.admin.message.HighWaterMark;
import java.util.List;

/**
 * Executor of redrives on the calling thread: moves dead letters back to their sources or to a given target, and
 * returns the result (BEY-03).
 */
public final class DeadLetterRedriver {

    private final RedriveMover.RedriveServices services;

    public DeadLetterRedriver(RedriveMover.RedriveServices services) {
        this.services = services;
    }

    public RedriveResult redrive(Entity from, RedriveRequest redrive, ProgressWatch progress) {
        checkTarget(from, redrive);
        HighWaterMark highWater = HighWaterMark.of(redrive.query(), services.context(), from);
        return new RedriveRun(redrive, progress, new RedriveMover(services, from, redrive, highWater, null)).run();
    }

    /** Throws an exception if the target already contains the messages. */
    static void checkTarget(Entity from, RedriveRequest redrive) {
        Entity target = redrive.target();
        if (target != null && target.id() == from.id()) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "The messages of '" + DisplayText.shorten(from.name())
                            + "' cannot be moved to their own queue. Name another target.");
        }
    }

    private static final class RedriveRun {
        private final RedriveRequest redrive;
        private final ProgressWatch progress;
        private final RedriveMover mover;
        private final RateLimit rateLimit;
        private long moved;
        private boolean cancelled;

        RedriveRun(RedriveRequest redrive, ProgressWatch progress, RedriveMover mover) {
            this.redrive = redrive;
            this.progress = progress;
            this.mover = mover;
            this.rateLimit = new RateLimit(redrive.perSecond());
        }

        RedriveResult run() {
            while (!mover.ended() && !over()) {
                if (mover.readyCount() == 0) {
                    mover.readPage();
                } else {
                    portion();
                }
            }
            return new RedriveResult(moved, mover.withoutSource(), cancelled);
        }

        private boolean over() {
            cancelled = cancelled || Thread.currentThread().isInterrupted();
            return cancelled || moved >= redrive.maxMessages();
        }

        private void portion() {
            int next = rateLimit.acquire((int) Math.min(mover.readyCount(), redrive.maxMessages() - moved));
            if (next > 0) {
                moved += mover.move(next, List.of());
            }
            cancelled = cancelled || !progress.proceed(moved);
        }
    }
}
