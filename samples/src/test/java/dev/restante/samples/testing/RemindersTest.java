package dev.restante.samples.testing;

// region test
import static dev.restante.test.RestanteAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.MovableClock;
import dev.restante.admin.QueueOptions;
import dev.restante.test.RestanteExtension;
import dev.restante.test.TestStore;
import jakarta.jms.JMSException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RestanteExtension.class)
class RemindersTest {

    @Test
    void shouldRemindAfterTwoWeeks(TestStore store, MovableClock clock) {
        try (Reminders reminders = new Reminders(store.factory())) {
            Reminders.sendInvoice(store.factory(), "Ada");
            assertThat(store.queue("reminders")).hasScheduled(1);
            assertThat(reminders.reminded()).isEmpty();

            clock.advance(Duration.ofDays(14));

            assertThat(store.queue("reminders")).isEmpty();
            assertThat(reminders.reminded()).containsExactly("Ada");
        }
    }

    @Test
    void shouldSetAsideWhatCannotBeSent(TestStore store, MovableClock clock) throws JMSException {
        store.createQueue("reminders", QueueOptions.defaults().withMaxDeliveryCount(3));
        try (Reminders reminders = new Reminders(store.factory())) {
            Reminders.sendInvoice(store.factory(), " ");
            clock.advance(Duration.ofDays(14));

            assertThat(store.queue("reminders"))
                    .hasDeadLetterWithReason("MaxDeliveryCountExceeded")
                    .hasDeadLetter()
                    .withText(" ");
            assertThat(reminders.reminded()).isEmpty();
        }
    }
}
// endregion
