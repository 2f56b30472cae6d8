package dev.restante.node.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("fetches that answer receive calls whose time is over")
final class FinalFetchesTest extends DispatcherFixture {

    private FinalFetches looks() {
        return dispatcher.replenishment().finalFetches();
    }

    private boolean lookIsOver(long begunBefore) throws InterruptedException {
        return looks().await(begunBefore, 0);
    }

    @Test
    @DisplayName("RCV-16 the last look of a call is one fetch, and none where one has ended that began after the call")
    void shouldLookOncePerCall() throws InterruptedException {
        long first = looks().begun();
        assertThat(lookIsOver(first))
                .as("over while what began before is under way")
                .isFalse();
        fetched();
        assertThat(lookIsOver(first))
                .as("over when only what began before has ended")
                .isFalse();
        assertThat(fetches).as("fetches").hasSize(2);
        assertThat(lookIsOver(first)).isFalse();
        assertThat(fetches).as("fetches").hasSize(2);
        fetched();
        assertThat(lookIsOver(first)).isTrue();
        assertThat(fetches).as("fetches").hasSize(2);

        long second = looks().begun();
        dispatcher.disturb();
        assertThat(fetches).as("fetches").hasSize(3);
        fetched();
        assertThat(lookIsOver(second)).isTrue();
        assertThat(fetches).as("fetches").hasSize(3);
    }

    @Test
    @DisplayName("RCV-16 a look that a call asks for before its time is over begins behind the fetch under way, once")
    void shouldBeginLookBehindTheFetchUnderWay() throws InterruptedException {
        long before = looks().begun();
        looks().begin(before);
        assertThat(fetches).as("fetches").hasSize(1);
        fetched();
        assertThat(fetches).as("fetches").hasSize(2);
        looks().begin(before);
        fetched();
        assertThat(lookIsOver(before)).isTrue();
        assertThat(fetches).as("fetches").hasSize(2);
    }

    @Test
    @DisplayName("RCV-16 a look that failed, or that left messages behind, does not count")
    void shouldLookAgain() throws InterruptedException {
        fetched();
        long before = looks().begun();
        assertThat(lookIsOver(before)).isFalse();
        dispatcher.replenishment().failed();
        assertThat(lookIsOver(before)).isFalse();
        dispatcher.replenishment().ended();
        assertThat(lookIsOver(before)).isFalse();
        dispatcher.intake().decide(0, 0, true);
        dispatcher.replenishment().acquired(0, false, null);
        dispatcher.replenishment().ended();
        assertThat(lookIsOver(before)).isFalse();
        fetched();
        assertThat(lookIsOver(before)).isTrue();
    }
}
