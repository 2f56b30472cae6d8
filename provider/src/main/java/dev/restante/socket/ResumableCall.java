package dev.restante.socket;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageAdministration.PurgeResult;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.MessageAdministration.RedriveResult;
import dev.restante.broker.MessageAdministration.ResubmitRequest;
import dev.restante.broker.view.EntityHighWaterMark;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Entity;
import org.jspecify.annotations.Nullable;

/**
 * Administration call of a tool that another node continues after a store handover (from the tool to an application),
 * with one combined result.
 *
 * <p>The handover cancels a watched call, and the next node executes the rest as another part. The progress watch
 * covers all parts, too. Used by one thread.
 */
public final class ResumableCall {

    private final RemoteCall call;
    private final @Nullable Object[] arguments;

    /** Number of messages that earlier parts have processed. */
    private long processedBefore;

    /** Number of messages that all parts have processed, including the reported progress of the current part. */
    private long processedTotal;

    private boolean cancelled;
    private boolean done;

    private ResumableCall(RemoteCall call, @Nullable Object[] arguments) {
        this.call = call;
        this.arguments = arguments;
    }

    /**
     * Creates a call that has not started. A watched call is limited to the current messages, so that later parts
     * ignore messages that arrive or return meanwhile.
     *
     * @param readOnlyInvoker the invoker for a call that changes nothing
     */
    public static ResumableCall of(
            RemoteCall call, @Nullable Object[] arguments, RemoteCallTable.RemoteCallInvoker readOnlyInvoker) {
        if (call.watchArgumentIndex() < 0) {
            return new ResumableCall(call, arguments);
        }
        MessageAdministration messages =
                RemoteCallTable.proxyFor(readOnlyInvoker).messageAdministration();
        EntityHighWaterMark highWaterMark = messages.highWaterMark((Entity) requireNonNull(arguments[0], "entity"));
        @Nullable Object[] bounded = arguments.clone();
        for (int i = 0; i < bounded.length; i++) {
            bounded[i] = limitTo(bounded[i], highWaterMark);
        }
        return new ResumableCall(call, bounded);
    }

    private static @Nullable Object limitTo(@Nullable Object argument, EntityHighWaterMark highWaterMark) {
        if (argument instanceof MessageQuery query) {
            return query.upTo(highWaterMark);
        }
        if (argument instanceof RedriveRequest redrive) {
            return new RedriveRequest(
                    redrive.query().upTo(highWaterMark), redrive.target(), redrive.maxMessages(), redrive.perSecond());
        }
        if (argument instanceof ResubmitRequest request) {
            return new ResubmitRequest(request.query().upTo(highWaterMark), request.target(), request.edit());
        }
        return argument;
    }

    public @Nullable Object[] arguments() {
        @Nullable
        Object[] rest = call.wrapProgressWatch(arguments, progress -> part -> {
            processedTotal = processedBefore + part;
            cancelled |= !progress.proceed(processedTotal);
            return !cancelled;
        });
        if (rest == arguments) {
            return arguments;
        }
        for (int i = 0; i < rest.length; i++) {
            if (rest[i] instanceof RedriveRequest redrive) {
                rest[i] = new RedriveRequest(
                        redrive.query(),
                        redrive.target(),
                        redrive.maxMessages() - processedBefore,
                        redrive.perSecond());
            }
        }
        return rest;
    }

    /** Returns the result of the part, increased by the results of earlier parts. */
    public @Nullable Object combine(@Nullable Object result) {
        // An interrupt cancels the call like its progress watch.
        cancelled |= Thread.currentThread().isInterrupted();
        if (result instanceof PurgeResult part) {
            addProcessed(part.removed());
            done = cancelled || !part.cancelled();
            return new PurgeResult(processedBefore, part.cancelled());
        }
        if (result instanceof RedriveResult part) {
            addProcessed(part.moved());
            done = cancelled || !part.cancelled();
            return new RedriveResult(processedBefore, part.sourceMissing(), part.cancelled());
        }
        done = true;
        return result;
    }

    private void addProcessed(long part) {
        processedBefore += part;
        processedTotal = processedBefore;
    }

    /**
     * Counts the reported progress of a part that ended without a result.
     *
     * @return true if the call is not cancelled
     */
    public boolean continuesAfterFailure() {
        processedBefore = processedTotal;
        return !cancelled;
    }

    public boolean isDone() {
        return done;
    }
}
