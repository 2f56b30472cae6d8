package dev.restante.node.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the final checks of receive calls")
final class FinalFetchCoordinatorTest extends DispatcherFixture {

    private FinalFetchCoordinator finalFetches() {
        return dispatcher.fetches().finalFetches();
    }

    private boolean checkIsOver(long begunBefore) throws InterruptedException {
        return finalFetches().awaitFetchAfter(begunBefore, 0);
    }

    @Test
    @DisplayName("RCV-16 the final check of a call requests one fetch, unless a fetch has run since the call began")
    void shouldLookOncePerCall() throws InterruptedException {
        long first = finalFetches().fetchesBegun();
        assertThat(checkIsOver(first))
                .as("the check has ended while an earlier fetch is running")
                .isFalse();
        fetched();
        assertThat(checkIsOver(first))
                .as("the check has ended after an earlier fetch only")
                .isFalse();
        assertThat(fetches).as("fetches").hasSize(2);
        assertThat(checkIsOver(first)).isFalse();
        assertThat(fetches).as("fetches").hasSize(2);
        fetched();
        assertThat(checkIsOver(first)).isTrue();
        assertThat(fetches).as("fetches").hasSize(2);

        long second = finalFetches().fetchesBegun();
        dispatcher.recheckStore();
        assertThat(fetches).as("fetches").hasSize(3);
        fetched();
        assertThat(checkIsOver(second)).isTrue();
        assertThat(fetches).as("fetches").hasSize(3);
    }

    @Test
    @DisplayName("RCV-16 a final check that a call requests early begins once, behind the running fetch")
    void shouldBeginLookBehindTheFetchUnderWay() throws InterruptedException {
        long before = finalFetches().fetchesBegun();
        finalFetches().requestFetchAfter(before);
        assertThat(fetches).as("fetches").hasSize(1);
        fetched();
        assertThat(fetches).as("fetches").hasSize(2);
        finalFetches().requestFetchAfter(before);
        fetched();
        assertThat(checkIsOver(before)).isTrue();
        assertThat(fetches).as("fetches").hasSize(2);
    }

    @Test
    @DisplayName("RCV-16 a final check that failed, or left messages behind, does not count")
    void shouldLookAgain() throws InterruptedException {
        fetched();
        long before = finalFetches().fetchesBegun();
        assertThat(checkIsOver(before)).isFalse();
        dispatcher.fetches().fetchFailed();
        assertThat(checkIsOver(before)).isFalse();
        dispatcher.fetches().fetchEnded();
        assertThat(checkIsOver(before)).isFalse();
        dispatcher.arrivals().decideDirectDeliveries(0, 0, true);
        dispatcher.fetches().fetchCommitted(0, false, null);
        dispatcher.fetches().fetchEnded();
        assertThat(checkIsOver(before)).isFalse();
        fetched();
        assertThat(checkIsOver(before)).isTrue();
    }
}
