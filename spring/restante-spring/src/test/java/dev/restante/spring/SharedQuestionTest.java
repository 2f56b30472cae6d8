package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@DisplayName("A question to the store")
class SharedQuestionTest {

    @Test
    @DisplayName(
            "is asked for once at a time: those who come meanwhile share the answer, and a failure is told as it is")
    void shouldShareTheAnswer() throws JMSException {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch answering = new CountDownLatch(1);
        SharedQuestion<Integer> question = new SharedQuestion<>("asks", () -> {
            answering.await();
            return asked.incrementAndGet();
        });
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> question.answer(Duration.ofMillis(1))).hasMessageContaining("within PT0.001S");
        }
        answering.countDown();
        assertThat(question.answer(Duration.ofMinutes(1)))
                .as("the one that was asked for, or another one")
                .isLessThanOrEqualTo(2);
        SharedQuestion<Integer> refused = new SharedQuestion<>("asks", () -> {
            throw new IllegalStateException("no");
        });
        assertThatThrownBy(() -> refused.answer(Duration.ofMinutes(1)))
                .isInstanceOf(JMSException.class)
                .hasMessage("no")
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
