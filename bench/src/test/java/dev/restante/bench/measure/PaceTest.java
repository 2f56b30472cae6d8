package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    @Test
    void shouldSpreadMessagesEvenlyOverEachSecond() {
        Pace pace = new Pace(1_000, 4);

        assertThat(pace.intendedNanos(0)).isEqualTo(1_000);
        assertThat(pace.intendedNanos(1)).isEqualTo(1_000 + SECOND_NANOS / 4);
        assertThat(pace.intendedNanos(9)).isEqualTo(1_000 + 2 * SECOND_NANOS + SECOND_NANOS / 4);
    }

    @Test
    void shouldNotDriftWhenThePaceDoesNotDivideASecond() {
        Pace pace = new Pace(0, 3_000_007);

        assertThat(pace.intendedNanos(3_000_007L * 1_000_000)).isEqualTo(1_000_000 * SECOND_NANOS);
    }

    @Test
    void shouldNotWaitForWhatIsLateAlready() throws InterruptedException {
        Pace pace = new Pace(System.nanoTime() - TimeUnit.HOURS.toNanos(1), 1);

        pace.await(0);

        assertThat(System.nanoTime() - pace.intendedNanos(0)).isGreaterThan(TimeUnit.MINUTES.toNanos(59));
    }

    @Test
    void shouldReturnNoSoonerThanIntended() throws InterruptedException {
        Pace pace = new Pace(System.nanoTime(), 200);

        pace.await(2);

        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(pace.intendedNanos(2));
    }

    @Test
    void shouldEndItsWaitWhenItIsInterrupted() {
        Pace pace = new Pace(System.nanoTime() + TimeUnit.HOURS.toNanos(1), 1);

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> pace.await(0)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void shouldRefuseToStandStill() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Pace(0, 0));
    }
}
