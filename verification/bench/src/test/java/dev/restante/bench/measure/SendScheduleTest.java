package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SendScheduleTest {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    @Test
    void shouldSpreadMessagesEvenlyOverEachSecond() {
        SendSchedule schedule = new SendSchedule(1_000, 4);

        assertThat(schedule.scheduledNanos(0)).isEqualTo(1_000);
        assertThat(schedule.scheduledNanos(1)).isEqualTo(1_000 + SECOND_NANOS / 4);
        assertThat(schedule.scheduledNanos(9)).isEqualTo(1_000 + 2 * SECOND_NANOS + SECOND_NANOS / 4);
    }

    @Test
    void shouldNotDriftWhenThePaceDoesNotDivideASecond() {
        SendSchedule schedule = new SendSchedule(0, 3_000_007);

        assertThat(schedule.scheduledNanos(3_000_007L * 1_000_000)).isEqualTo(1_000_000 * SECOND_NANOS);
    }

    @Test
    void shouldNotWaitForWhatIsLateAlready() throws InterruptedException {
        SendSchedule schedule = new SendSchedule(System.nanoTime() - TimeUnit.HOURS.toNanos(1), 1);

        schedule.await(0);

        assertThat(System.nanoTime() - schedule.scheduledNanos(0)).isGreaterThan(TimeUnit.MINUTES.toNanos(59));
    }

    @Test
    void shouldReturnNoSoonerThanIntended() throws InterruptedException {
        SendSchedule schedule = new SendSchedule(System.nanoTime(), 200);

        schedule.await(2);

        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(schedule.scheduledNanos(2));
    }

    @Test
    void shouldEndItsWaitWhenItIsInterrupted() {
        SendSchedule schedule = new SendSchedule(System.nanoTime() + TimeUnit.HOURS.toNanos(1), 1);

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> schedule.await(0)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void shouldRefuseToStandStill() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SendSchedule(0, 0));
    }
}
