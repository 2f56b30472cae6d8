package dev.restante.node.dispatch;

import static dev.restante.node.dispatch.BufferedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what other nodes send, and where it is looked for")
final class OtherNodesTest extends DispatcherFixture {

    @Test
    @DisplayName("what another node has sent is fetched, and what is sent here meanwhile is born, behind it")
    void shouldBearWhileItFetchesFromOthers() {
        fetched();
        dispatcher.replenishment().sentElsewhere();
        assertThat(fetches).hasSize(2);
        assertThat(dispatcher.intake().decide(1, 0, true)).isEqualTo(1);
        assertThat(dispatcher.intake().born(List.of(message(2)))).isEmpty();
        assertThat(take()).isZero();
        dispatcher.replenishment().sentElsewhere();
        dispatcher.replenishment().acquired(1, true, null);
        assertThat(dispatcher.replenishment().loaded(List.of(message(1)))).isEmpty();
        dispatcher.replenishment().ended();

        assertThat(fetches).as("it has heard of another one meanwhile").hasSize(3);
        assertThat(dispatcher.intake().decide(1, 0, false)).isEqualTo(1);
        assertThat(take()).isEqualTo(1);
        assertThat(take()).isEqualTo(2);
    }

    @Test
    @DisplayName("what another node has sent is not overtaken for as long as enough is at hand here")
    void shouldNotBearBeforeWhatIsNotFetched() {
        fetched(LongStream.rangeClosed(1, 40).toArray());
        dispatcher.replenishment().sentElsewhere();
        assertThat(fetches).hasSize(1);
        assertThat(dispatcher.intake().decide(1, 0, false)).isZero();
        dispatcher.intake().settled(1, 4, List.of(), false);
        assertThat(LongStream.generate(this::take).limit(7)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(fetches).hasSize(1);
        assertThat(take()).isEqualTo(8);
        assertThat(fetches).hasSize(2);
        fetched(41, 42);
        assertThat(dispatcher.intake().decide(1, 0, false)).isEqualTo(1);
    }

    @Test
    @DisplayName("what was only just sent is fetched where it is, what is older wherever it may be")
    void shouldLookWhereSomethingMayBe() {
        fetched();
        dispatcher.replenishment().sentElsewhere();
        fetched(1);
        assertThat(take()).isEqualTo(1);
        assertThat(take()).isZero();
        assertThat(wideFetches).containsExactly(true, false);

        assertThat(dispatcher.intake().decide(0, 1, false)).isZero();
        dispatcher.intake().settled(1, 4, List.of(), false);
        fetched();
        assertThat(wideFetches).containsExactly(true, false, false);

        assertThat(dispatcher.intake().decide(0, 1, false)).isZero();
        dispatcher.intake().settled(1, 4, List.of(), true);
        fetched();
        dispatcher.disturb();
        fetched();
        assertThat(wideFetches).containsExactly(true, false, false, true, true);
    }

    @Test
    @DisplayName("a fetch of what was just sent does not prove that something older is not there")
    void shouldNotProveWhatItDidNotLookAt() {
        fetched();
        dispatcher.replenishment().sentElsewhere();
        assertThat(dispatcher.intake().decide(0, 1, true)).isZero();
        dispatcher.intake().settled(1, 4, List.of(), true);
        dispatcher.replenishment().acquired(0, true, null);
        assertThat(dispatcher.replenishment().loaded(List.of())).isEmpty();
        dispatcher.replenishment().ended();
        assertThat(wideFetches).containsExactly(true, false, true);
        assertThat(dispatcher.intake().decide(1, 0, false)).isZero();
    }
}
