package dev.restante.node.dispatch;

import static dev.restante.node.dispatch.BufferedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what a dispatcher knows about its fetches")
final class FetchesTest {

    private final ReentrantLock lock = new ReentrantLock();
    private final Fetches fetches = new Fetches(lock.newCondition(), delivery -> Delivery.NEVER);

    @BeforeEach
    void holdLock() {
        lock.lock();
    }

    @Test
    @DisplayName("it comes too late if everything was given up since it began; the next one does not")
    void shouldBeOutdatedUntilTheNext() {
        fetches.begin();
        fetches.outdate();
        assertThat(fetches.outdated()).isTrue();
        fetches.end();
        fetches.beginReturn();
        assertThat(fetches.outdated()).isTrue();
        fetches.end();
        fetches.begin();
        assertThat(fetches.outdated()).isFalse();
    }

    @Test
    @DisplayName("what goes back goes back until its end")
    void shouldReturnUntilTheEnd() {
        fetches.beginReturn();
        assertThat(fetches.returning()).isTrue();
        assertThat(fetches.underWay()).isTrue();
        fetches.end();
        assertThat(fetches.returning()).isFalse();
        assertThat(fetches.underWay()).isFalse();
    }

    @Test
    @DisplayName("what was born behind it comes at its end, in order, once")
    void shouldKeepWhatIsBornBehind() {
        fetches.begin();
        fetches.addBehind(message(1));
        fetches.addBehind(message(2));
        assertThat(fetches.storedBehind()).isEqualTo(2);
        assertThat(fetches.end())
                .extracting(buffered -> buffered.delivery().id())
                .containsExactly(1L, 2L);
        assertThat(fetches.behind()).isZero();
    }

    @Test
    @DisplayName("whoever waits learns of its end, of a failure since, or that the time is over")
    void shouldTellHowAWaitEnded() throws InterruptedException {
        assertThat(fetches.awaitEnd(1, 0, 0)).as("none is made").isEqualTo(FetchWait.ENDED);
        fetches.begin();
        assertThat(fetches.awaitEnd(1, fetches.failed(), 0)).isEqualTo(FetchWait.TIMED_OUT);
        long failedBefore = fetches.failed();
        fetches.fail();
        assertThat(fetches.awaitEnd(1, failedBefore, 0)).isEqualTo(FetchWait.FAILED);
        fetches.end();
        fetches.begin();
        assertThat(fetches.awaitEnd(1, fetches.failed(), 0)).isEqualTo(FetchWait.ENDED);
        assertThat(fetches.awaitEnd(2, fetches.failed(), 0)).isEqualTo(FetchWait.TIMED_OUT);
    }
}
