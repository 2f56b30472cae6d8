package dev.restante.node.queue;

import static dev.restante.node.queue.buffer.PrefetchedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("messages of other nodes")
final class OtherNodeMessagesTest extends DispatcherFixture {

    @Test
    @DisplayName("a message of another node is fetched, and direct deliveries meanwhile are queued behind it")
    void shouldBearWhileItFetchesFromOthers() {
        fetched();
        dispatcher.fetches().sentByOtherNode();
        assertThat(fetches).hasSize(2);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(1, 0, true)).isEqualTo(1);
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(2))))
                .isEmpty();
        assertThat(take()).isZero();
        dispatcher.fetches().sentByOtherNode();
        dispatcher.fetches().fetchCommitted(1, true, null);
        assertThat(dispatcher.fetches().fetchLoaded(List.of(message(1)))).isEmpty();
        dispatcher.fetches().fetchEnded();

        assertThat(fetches).as("fetches after another signal during a fetch").hasSize(3);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(1, 0, false)).isEqualTo(1);
        assertThat(take()).isEqualTo(1);
        assertThat(take()).isEqualTo(2);
    }

    @Test
    @DisplayName("a direct delivery does not overtake a message of another node that is not fetched yet")
    void shouldNotBearBeforeWhatIsNotFetched() {
        fetched(LongStream.rangeClosed(1, 40).toArray());
        dispatcher.fetches().sentByOtherNode();
        assertThat(fetches).hasSize(1);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(1, 0, false)).isZero();
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(), false);
        assertThat(LongStream.generate(this::take).limit(7)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(fetches).hasSize(1);
        assertThat(take()).isEqualTo(8);
        assertThat(fetches).hasSize(2);
        fetched(41, 42);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(1, 0, false)).isEqualTo(1);
    }

    @Test
    @DisplayName("recently sent messages are fetched from recent positions, older messages by a full scan")
    void shouldLookWhereSomethingMayBe() {
        fetched();
        dispatcher.fetches().sentByOtherNode();
        fetched(1);
        assertThat(take()).isEqualTo(1);
        assertThat(take()).isZero();
        assertThat(wideFetches).containsExactly(true, false);

        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 1, false)).isZero();
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(), false);
        fetched();
        assertThat(wideFetches).containsExactly(true, false, false);

        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 1, false)).isZero();
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(), true);
        fetched();
        dispatcher.recheckStore();
        fetched();
        assertThat(wideFetches).containsExactly(true, false, false, true, true);
    }

    @Test
    @DisplayName("a fetch of recent positions does not make the node caught up for older messages")
    void shouldNotProveWhatItDidNotLookAt() {
        fetched();
        dispatcher.fetches().sentByOtherNode();
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 1, true)).isZero();
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(), true);
        dispatcher.fetches().fetchCommitted(0, true, null);
        assertThat(dispatcher.fetches().fetchLoaded(List.of())).isEmpty();
        dispatcher.fetches().fetchEnded();
        assertThat(wideFetches).containsExactly(true, false, true);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(1, 0, false)).isZero();
    }
}
