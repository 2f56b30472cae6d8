package dev.restante.socket;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageAdministration.Purged;
import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.MessageAdministration.Redriven;
import dev.restante.broker.MessageAdministration.Resubmission;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Until;
import dev.restante.model.Entity;
import org.jspecify.annotations.Nullable;

/**
 * A call that may be made in several parts, because the place where it is made ends watched work when the store is
 * given up. The watch and the result are those of the whole. Used by one thread.
 */
public final class ResumedWork {

    private final Call call;
    private final @Nullable Object[] arguments;

    /** How much earlier parts have done. */
    private long before;

    /** The same, and what the present part has told. */
    private long told;

    private boolean cancelled;
    private boolean done;

    private ResumedWork(Call call, @Nullable Object[] arguments) {
        this.call = call;
        this.arguments = arguments;
    }

    /**
     * A call of which nothing is done yet. Watched work is for what is there now: later parts leave alone what others
     * have sent since, or what has come back.
     *
     * @param looks makes a call that changes nothing
     */
    public static ResumedWork of(Call call, @Nullable Object[] arguments, Calls.Maker looks) {
        if (call.watchedBy() < 0) {
            return new ResumedWork(call, arguments);
        }
        MessageAdministration messages = Calls.madeBy(looks).messageAdministration();
        Until until = messages.until((Entity) requireNonNull(arguments[0], "entity"));
        @Nullable Object[] bounded = arguments.clone();
        for (int i = 0; i < bounded.length; i++) {
            bounded[i] = bounded(bounded[i], until);
        }
        return new ResumedWork(call, bounded);
    }

    private static @Nullable Object bounded(@Nullable Object argument, Until until) {
        if (argument instanceof MessageQuery query) {
            return query.until(until);
        }
        if (argument instanceof Redrive redrive) {
            return new Redrive(redrive.query().until(until), redrive.target(), redrive.maximum(), redrive.perSecond());
        }
        if (argument instanceof Resubmission order) {
            return new Resubmission(order.query().until(until), order.target(), order.edit());
        }
        return argument;
    }

    /** The arguments of the next part. */
    public @Nullable Object[] arguments() {
        int place = call.watchedBy();
        if (place < 0 || !(arguments[place] instanceof Watch watch)) {
            return arguments;
        }
        @Nullable Object[] rest = arguments.clone();
        rest[place] = (Watch) part -> {
            told = before + part;
            cancelled |= !watch.proceed(told);
            return !cancelled;
        };
        for (int i = 0; i < rest.length; i++) {
            if (rest[i] instanceof Redrive redrive) {
                rest[i] =
                        new Redrive(redrive.query(), redrive.target(), redrive.maximum() - before, redrive.perSecond());
            }
        }
        return rest;
    }

    /** The result with what earlier parts have done. */
    public @Nullable Object done(@Nullable Object result) {
        // An interrupt ends work just as its watch does.
        cancelled |= Thread.currentThread().isInterrupted();
        if (result instanceof Purged part) {
            countOn(part.removed());
            done = cancelled || !part.cancelled();
            return new Purged(before, part.cancelled());
        }
        if (result instanceof Redriven part) {
            countOn(part.moved());
            done = cancelled || !part.cancelled();
            return new Redriven(before, part.withoutSource(), part.cancelled());
        }
        done = true;
        return result;
    }

    private void countOn(long part) {
        before += part;
        told = before;
    }

    /**
     * A part has ended without a result: what it has told is done.
     *
     * @return whether the rest is still wanted
     */
    public boolean goesOnAfterFailure() {
        before = told;
        return !cancelled;
    }

    /** Whether no part is left. */
    public boolean isDone() {
        return done;
    }
}
