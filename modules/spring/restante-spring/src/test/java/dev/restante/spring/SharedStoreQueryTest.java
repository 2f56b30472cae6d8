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
@DisplayName("Shared store query")
class SharedStoreQueryTest {

    @Test
    @DisplayName("concurrent callers share one running query, and get its result or its failure")
    void shouldShareTheAnswer() throws JMSException {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch answering = new CountDownLatch(1);
        SharedStoreQuery<Integer> query = new SharedStoreQuery<>("asks", () -> {
            answering.await();
            return asked.incrementAndGet();
        });
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> query.get(Duration.ofMillis(1))).hasMessageContaining("within PT0.001S");
        }
        answering.countDown();
        assertThat(query.get(Duration.ofMinutes(1)))
                .as("number of the query that answered")
                .isLessThanOrEqualTo(2);
        SharedStoreQuery<Integer> refused = new SharedStoreQuery<>("asks", () -> {
            throw new IllegalStateException("no");
        });
        assertThatThrownBy(() -> refused.get(Duration.ofMinutes(1)))
                .isInstanceOf(JMSException.class)
                .hasMessage("no")
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
