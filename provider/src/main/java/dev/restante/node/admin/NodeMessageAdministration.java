package dev.restante.node.admin;

import dev.restante.api.Obstacle;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PagePlace;
import dev.restante.broker.TextRule;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Until;
import dev.restante.model.Entity;
import dev.restante.model.StoredText;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.settle.Lingerings;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The work of administrators on messages, each kind in a class of its own, guarded against failures of the store. */
public final class NodeMessageAdministration implements MessageAdministration {

    /** The most messages, groups or reasons that one call can ask for. */
    private static final int MOST_AT_ONCE = 1_000_000;

    private final NodeContext context;
    private final NodeLife life;
    private final IdleEntities idleEntities;
    private final Lingerings lingerings;
    private final NodeStatistics statistics;
    private final MessageWorks works;
    private final LockBreaking lockBreaking;
    private final GroupInspection groups;
    private final Explaining explaining;

    public NodeMessageAdministration(
            NodeContext context,
            NodeLife life,
            IdleEntities idleEntities,
            Lingerings lingerings,
            NodeStatistics statistics,
            MessageWorks works,
            LockBreaking lockBreaking,
            GroupInspection groups) {
        this.context = context;
        this.life = life;
        this.idleEntities = idleEntities;
        this.lingerings = lingerings;
        this.statistics = statistics;
        this.works = works;
        this.lockBreaking = lockBreaking;
        this.groups = groups;
        this.explaining = new Explaining(context, works.inspection(), groups, statistics);
    }

    @Override
    public Page page(Entity entity, MessageQuery query, @Nullable PagePlace after, int limit, boolean bodies) {
        checkWithin("limit", limit, MOST_AT_ONCE);
        used(entity);
        lingerings.completeOf(entity.id());
        return checked(entity, () -> works.inspection().page(entity, query, after, limit, bodies));
    }

    @Override
    public Until until(Entity entity) {
        life.checkAlive();
        HighWaterMark now = life.guarded(() -> HighWaterMark.now(context, entity));
        return new Until(now.id(), now.position());
    }

    @Override
    public Purged purge(Entity entity, MessageQuery query, Watch watch) {
        life.checkAlive();
        used(entity);
        lingerings.completeOf(entity.id());
        return checked(entity, () -> works.purging().purge(entity, query, watch));
    }

    @Override
    public Redriven redrive(Entity entity, Redrive redrive, Watch watch) {
        life.checkAlive();
        used(entity);
        return checked(entity, () -> works.redriving().redrive(entity, redrive, watch));
    }

    @Override
    public Redriven resubmit(Entity entity, Resubmission order, Watch watch) {
        life.checkAlive();
        used(entity);
        return checked(entity, () -> works.resubmitting().resubmit(entity, order, watch));
    }

    @Override
    public LockBreak breakLock(Entity entity, long sequenceNumber, Duration timeout) {
        life.checkAlive();
        used(entity);
        return life.guarded(() -> lockBreaking.breakLock(entity, sequenceNumber, timeout));
    }

    @Override
    public long undefer(Entity entity, Collection<Long> sequenceNumbers) {
        life.checkAlive();
        used(entity);
        return checked(entity, () -> works.undeferring().undefer(entity, sequenceNumbers));
    }

    @Override
    public List<Obstacle> explain(Entity entity, long sequenceNumber) {
        used(entity);
        long inFlight = statistics.of(entity).inFlight();
        return life.guarded(() -> explaining.explain(entity, sequenceNumber, inFlight));
    }

    /**
     * Does work on the messages of an entity, and returns its result.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if the entity is gone at the end
     */
    private <T> T checked(Entity entity, Supplier<T> work) {
        return life.guarded(() -> {
            T result = work.get();
            Inspection.require(context, entity);
            return result;
        });
    }

    private static void checkWithin(String what, int value, int most) {
        if (value < 1 || value > most) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT, "The " + what + " " + value + " is not within 1 to " + most);
        }
    }

    /** Who looks at messages uses their entity; who only counts them does not (IDLE-08). */
    private void used(Entity entity) {
        idleEntities.used(context.registry().current(entity));
    }

    @Override
    public Map<String, Long> reasons(Entity entity, int limit) {
        checkWithin("limit", limit, MOST_AT_ONCE);
        return statistics.reasons(entity, limit);
    }

    @Override
    public GroupPage groups(Entity entity, @Nullable String after, int limit, int looks) {
        checkWithin("limit", limit, MOST_AT_ONCE);
        checkWithin("number of messages to read", looks, Integer.MAX_VALUE);
        life.checkAlive();
        lingerings.completeOf(entity.id());
        return life.guarded(() -> groups.page(entity, after, limit, looks));
    }

    @Override
    public Optional<byte[]> groupState(Entity entity, String groupId) {
        life.checkAlive();
        TextRule.check(StoredText.GROUP_ID, groupId);
        return life.guarded(() -> groups.state(entity, groupId));
    }

    @Override
    public void putGroupState(Entity entity, String groupId, byte[] state) {
        groups.putState(entity, groupId, state);
    }
}
