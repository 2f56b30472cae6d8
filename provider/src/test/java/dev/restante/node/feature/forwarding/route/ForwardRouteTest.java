package dev.restante.node.feature.forwarding.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.node.rule.StatusRule;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the route of a forwarded message")
final class ForwardRouteTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Map<DestinationName, Entity> entities = new HashMap<>();

    private Entity queue(String name, @Nullable String to, @Nullable Duration timeToLive) {
        EntityOptions options = EntityOptions.DEFAULT
                .with(QueueOption.FORWARD_TO, to)
                .with(QueueOption.DEFAULT_TIME_TO_LIVE, timeToLive);
        Entity queue = new Entity(entities.size() + 1L, EntityKind.QUEUE, name, 0, 0, options, 1);
        entities.put(DestinationName.queue(name), queue);
        return queue;
    }

    private ForwardRoute from(Entity start, int hops) {
        return ForwardRoute.from(
                start,
                hops,
                name -> Optional.ofNullable(entities.get(name)),
                (from, to) -> StatusRule.mayForward(from, null, to));
    }

    @Test
    @DisplayName("FWD-01 the route ends after four hops, and a fifth hop, as in a circle of queues, is a failure")
    void shouldEndAfterFourSteps() {
        Entity circle = queue("circle", "circle", null);
        Entity last = queue("last", null, null);
        Entity third = queue("third", "last", null);

        ForwardRoute round = from(circle, 0);
        assertThat(round.hops()).isEqualTo(4);
        assertThat(round.end()).isEqualTo(circle);
        assertThat(round.failure()).isNotNull();
        assertThat(round.failure().reason()).isEqualTo("MaxTransferHopCountExceeded");
        assertThat(from(third, 3).failure()).isNull();
        assertThat(from(third, 3).end()).isEqualTo(last);
        assertThat(from(third, 4).failure()).isNotNull();
        assertThat(from(third, 4).end()).isEqualTo(third);
        assertThat(from(last, 4).failure()).isNull();
    }

    @Test
    @DisplayName("FWD-01 the route ends at the last entity before a missing target, and the failure names both")
    void shouldEndWhereATargetIsMissing() {
        Entity second = queue("second", "gone", null);
        Entity first = queue("first", "second", null);

        ForwardRoute route = from(first, 0);
        assertThat(route.end()).isEqualTo(second);
        assertThat(route.failure()).isNotNull();
        assertThat(route.failure().reason()).isEqualTo("ForwardTargetNotFound");
        assertThat(route.failure().description()).contains("'second'", "'gone'");
    }

    @Test
    @DisplayName("FWD-01 TTL-09 the route caps the time to live, but does not store the default of its last entity")
    void shouldCapOnTheWay() {
        Entity end = queue("end", null, MINUTE.multipliedBy(3));
        Entity middle = queue("middle", "end", MINUTE.multipliedBy(5));
        Entity tight = queue("tight", "end", MINUTE);
        long base = 1_000;

        assertThat(from(middle, 0).ownExpiry(Delivery.NEVER, base)).isEqualTo(Delivery.NEVER);
        assertThat(from(tight, 0).ownExpiry(Delivery.NEVER, base)).isEqualTo(base + MINUTE.toMillis());
        assertThat(from(middle, 0).ownExpiry(base + MINUTE.toMillis(), base)).isEqualTo(base + MINUTE.toMillis());
        assertThat(from(middle, 0).ownExpiry(base + MINUTE.multipliedBy(4).toMillis(), base))
                .isEqualTo(base + MINUTE.multipliedBy(3).toMillis());
        assertThat(from(end, 0).ownExpiry(Delivery.NEVER, base)).isEqualTo(Delivery.NEVER);
    }
}
