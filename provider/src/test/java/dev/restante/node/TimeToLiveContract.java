package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Expiry times of messages by their own, the default and the maximum time to live. */
abstract class TimeToLiveContract extends ExpiryFixture {

    @Test
    @DisplayName("TTL-08 the time to live of a scheduled message counts from its delivery time")
    void shouldCountFromTheScheduledTime() {
        Entity queue = broker.queue("q", deadLettering());
        PreparedSend send = broker.send(
                queue, TestMessage.of("m").delay(Duration.ofMinutes(5)).timeToLive(Duration.ofMinutes(10)));
        assertThat(send.header().expiration())
                .isEqualTo(broker.node.nowMillis() + Duration.ofMinutes(15).toMillis());

        broker.time.advance(Duration.ofMinutes(15).minus(MILLI));
        broker.eventuallyHolds(queue, 1, 0, 0);
        broker.time.advance(MILLI);
        broker.eventuallyHolds(queue, 0, 0, 1);
    }

    @Test
    @DisplayName("TTL-09 the default applies to a message without a time to live, and caps a longer one")
    void shouldApplyAndCapByDefault() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.DEFAULT_TIME_TO_LIVE, MINUTE));
        broker.send(queue, "none");
        PreparedSend capped = broker.send(queue, TestMessage.of("more").timeToLive(Duration.ofHours(1)));
        broker.send(queue, TestMessage.of("less").timeToLive(Duration.ofSeconds(10)));

        assertThat(capped.header().expiration()).isEqualTo(broker.node.nowMillis() + MINUTE.toMillis());
        broker.time.advance(Duration.ofSeconds(10));
        broker.eventuallyHolds(queue, 2, 0, 1);
        broker.time.advance(Duration.ofSeconds(50));
        broker.eventuallyHolds(queue, 0, 0, 3);
    }

    @Test
    @DisplayName("TTL-10 an altered default applies to stored and prefetched messages without their own time to live")
    void shouldFollowAnAlteredDefault() {
        Entity queue = broker.queue(
                "q",
                deadLettering()
                        .with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofHours(1))
                        .with(QueueOption.LOCK_DURATION, Duration.ofHours(2)));
        Consumer slow = broker.consumer(queue);
        broker.send(queue, "in hand");
        InFlightDelivery delivery = slow.next();
        broker.send(queue, "follows");
        broker.send(queue, TestMessage.of("own").timeToLive(Duration.ofMinutes(30)));
        broker.time.advance(MINUTE);

        broker.node.queueAdministration().alter("q", deadLettering().with(QueueOption.DEFAULT_TIME_TO_LIVE, MINUTE));
        eventually(
                "the message without its own time to live has expired",
                () -> broker.browse(broker.deadLetters(queue)).equals(List.of("follows")));
        assertThat(broker.browse(queue)).containsExactlyInAnyOrder("in hand", "own");
        broker.complete(delivery);
        assertThat(slow.take()).isEqualTo("own");
    }

    @Test
    @DisplayName("TTL-10 a longer default keeps messages that would have expired")
    void shouldFollowALongerDefault() {
        Entity queue = broker.queue("q", deadLettering().with(QueueOption.DEFAULT_TIME_TO_LIVE, MINUTE));
        broker.send(queue, "m");
        broker.node
                .queueAdministration()
                .alter("q", deadLettering().with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofHours(1)));

        broker.time.advance(Duration.ofMinutes(59));
        broker.send(queue, TestMessage.of("mark").timeToLive(MILLI));
        broker.time.advance(MILLI);
        broker.eventuallyHolds(queue, 1, 0, 1);
        assertThat(broker.browse(queue)).containsExactly("m");
    }

    @Test
    @DisplayName("TTL-11 a message without a time to live never expires, and sums saturate")
    void shouldNeverExpireWithout() {
        Entity queue = broker.queue("q");
        PreparedSend none = broker.send(queue, TestMessage.of("none"));
        PreparedSend vast = broker.send(queue, TestMessage.of("vast").timeToLive(Duration.ofMillis(Long.MAX_VALUE)));

        assertThat(none.header().expiration()).isZero();
        assertThat(vast.header().expiration()).isZero();
        assertThat(vast.enqueue().deliveries().get(0).expiresAtMillis()).isEqualTo(Delivery.NEVER);
        // This instant is in 2086. Later instants have no ids for another message (SND-12).
        broker.time.advance(Duration.ofDays(22_000));
        broker.send(queue, TestMessage.of("mark").timeToLive(MILLI));
        broker.time.advance(MILLI);
        broker.eventuallyHolds(queue, 2, 0, 0);
    }

    @Test
    @DisplayName("TTL-11 a default time to live that exceeds a long in milliseconds works like no default")
    void shouldTakeAnEndlessDefault() {
        Entity queue = broker.queue(
                "q", deadLettering().with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofSeconds(Long.MAX_VALUE)));
        PreparedSend none = broker.send(queue, TestMessage.of("none"));
        assertThat(none.header().expiration()).isZero();
        broker.send(queue, TestMessage.of("own").timeToLive(MINUTE));
        broker.time.advance(MINUTE);
        broker.eventuallyHolds(queue, 1, 0, 1);
        assertThat(broker.consumer(queue).take()).isEqualTo("none");
    }

    @Test
    @DisplayName("TTL-12 the maximum time to live is kept in the store")
    void shouldKeepTheMaximum() {
        Entity queue = broker.queue("q");
        broker.node.storeSettings().setMaximumTimeToLive(MINUTE);
        broker.send(queue, "m");
        broker.reopen();
        assertThat(broker.node.storeSettings().maximumTimeToLive()).isEqualTo(MINUTE);
        broker.send(broker.node.queueAdministration().queue("q", false), "n");

        // The clock stands still, so the ids of the next incarnation are ahead of it.
        broker.time.advance(MINUTE.plusSeconds(1));
        eventually("both messages have expired", () -> broker.browse(queue).isEmpty());
    }

    @Test
    @DisplayName("TTL-12 the maximum applies to a queue that is created, altered or found later, too")
    void shouldReachNewEntities() {
        broker.node.storeSettings().setMaximumTimeToLive(MINUTE);
        Entity created = broker.queue("created");
        Entity altered = broker.node.queueAdministration().alter("created", EntityOptions.DEFAULT);
        assertThat(created.effectiveTimeToLive()).isEqualTo(MINUTE);
        assertThat(altered.effectiveTimeToLive()).isEqualTo(MINUTE);
        assertThat(broker.node
                        .queueAdministration()
                        .current(created)
                        .orElseThrow()
                        .effectiveTimeToLive())
                .isEqualTo(MINUTE);
        assertThat(broker.node.queueAdministration().queue("auto", true).effectiveTimeToLive())
                .isEqualTo(MINUTE);
        assertThat(broker.deadLetters(created).effectiveTimeToLive()).isNull();
    }
}
