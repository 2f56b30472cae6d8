package dev.restante.node.cluster;

import dev.restante.broker.BrokerException;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.Spans;
import dev.restante.model.Uninterrupted;
import dev.restante.node.core.NodeContext;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.NodeRequestRepository;
import dev.restante.store.NodeRequestRepository.Kind;
import dev.restante.store.NodeRequestRepository.Request;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks other nodes of a shared store for what only they can do with what they have acquired, and does what they ask
 * this one for, at each poll.
 */
public final class NodeRequests {

    private static final Logger LOG = LoggerFactory.getLogger(NodeRequests.class);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long FORGOTTEN_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final NodeContext context;

    public NodeRequests(NodeContext context) {
        this.context = context;
    }

    /**
     * Asks, and waits for the answer, also in an interrupted thread.
     *
     * @param deliveryId see {@link Request}
     * @param moot whether the answer has come to be of no interest
     * @return empty if none came in time
     */
    public OptionalLong ask(
            long incarnation,
            Kind kind,
            long entityId,
            long deliveryId,
            @Nullable String selector,
            Duration timeout,
            BooleanSupplier moot) {
        NodeRequestRepository repository = context.store().requests();
        Request request = new Request(context.ids().next(), incarnation, kind, entityId, deliveryId, selector);
        repository.ask(request);
        try {
            long startedNanos = System.nanoTime();
            long timeoutNanos = Spans.nanos(timeout);
            OptionalLong answer = repository.answerOf(request.id());
            while (answer.isEmpty() && System.nanoTime() - startedNanos < timeoutNanos && !moot.getAsBoolean()) {
                Uninterrupted.pause(LOOK_NANOS);
                answer = repository.answerOf(request.id());
            }
            return answer;
        } finally {
            repository.withdraw(request.id());
        }
    }

    /** Asks another node to give back what waits there of a group, and does not wait. */
    public void askToReturn(long incarnation, long entityId, String groupId) {
        context.store()
                .requests()
                .ask(new Request(context.ids().next(), incarnation, Kind.RETURN_GROUP, entityId, 0, groupId));
    }

    /** Asks another node to take over redrives in the background that nobody works at, and does not wait. */
    public void askToTakeJobs(long incarnation) {
        context.store().requests().ask(new Request(context.ids().next(), incarnation, Kind.TAKE_JOBS, 0, 0, null));
    }

    /** How long a node that is well takes to answer at most. */
    public Duration patience() {
        return context.settings().pollInterval().multipliedBy(3).plusSeconds(2);
    }

    /**
     * Does what this node is asked for.
     *
     * @param breakLock given an entity and a delivery
     * @param discard removes what is asked for and says how many
     * @param giveBack given an entity and a group
     * @param takeJobs takes over redrives
     */
    public void obey(
            ToLongFunction<Request> breakLock, Discarding discard, Consumer<Request> giveBack, Runnable takeJobs) {
        try {
            List<Request> asked = context.store().requests().asked(context.incarnation());
            for (Request request : asked) {
                switch (request.kind()) {
                    case RETURN_GROUP -> {
                        giveBack.accept(request);
                        context.store().requests().withdraw(request.id());
                    }
                    case TAKE_JOBS -> {
                        takeJobs.run();
                        context.store().requests().withdraw(request.id());
                    }
                    case BREAK_LOCK, DISCARD_BUFFERED, DISCARD_HELD ->
                        context.store().requests().answer(request.id(), obey(request, breakLock, discard));
                }
            }
            if (!asked.isEmpty()) {
                long longAgo = context.time().millis() - FORGOTTEN_MILLIS;
                context.store().requests().forgetBefore(IdLayout.firstPositionAt(longAgo));
            }
        } catch (StoreException | BrokerException e) {
            LOG.warn("What other nodes ask for could not be done; it is tried again", e);
        }
    }

    /** Discards what this node has of an entity. */
    public interface Discarding {
        long of(Entity entity, Request request, @Nullable Selector selector);
    }

    private long obey(Request request, ToLongFunction<Request> breakLock, Discarding discard) {
        if (request.kind() == Kind.BREAK_LOCK) {
            return breakLock.applyAsLong(request);
        }
        try {
            Selector selector = request.selector() == null ? null : Selector.parse(request.selector());
            return context.registry()
                    .known(request.entityId())
                    .map(entity -> discard.of(entity, request, selector))
                    .orElse(0L);
        } catch (SelectorSyntaxException e) {
            LOG.warn("The selector of request {} can't be read; nothing is removed", request.id(), e);
            return 0;
        }
    }
}
