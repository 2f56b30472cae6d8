package dev.restante.node.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("CON-25 an outage")
final class OutageNewsTest {

    private static final String PIPELINE = "a pipeline";
    private static final String HEARTBEAT = "the heartbeat";

    private final List<BrokerException> told = new ArrayList<>();
    private final OutageNews news = new OutageNews(told::add);

    private static StoreException gone() {
        return new StoreException(StoreException.Kind.UNAVAILABLE, "gone", null);
    }

    @Test
    @DisplayName("is told once, however many notice it")
    void shouldBeToldOnce() {
        news.reached(PIPELINE);
        news.lost(PIPELINE, gone(), System.nanoTime());
        news.lost(PIPELINE, gone(), System.nanoTime());
        assertThat(told).hasSize(1);
    }

    @Test
    @DisplayName("that comes after another one is told too")
    void shouldBeToldAgain() {
        news.lost(PIPELINE, gone(), System.nanoTime());
        news.reached(PIPELINE);
        news.lost(PIPELINE, gone(), System.nanoTime());
        assertThat(told).hasSize(2);
    }

    @Test
    @DisplayName("is not told by what has begun in it and fails when it is over")
    void shouldNotBeToldLate() {
        news.lost(PIPELINE, gone(), System.nanoTime());
        long sinceNanos = System.nanoTime();
        news.reached(PIPELINE);
        news.lost(PIPELINE, gone(), sinceNanos);
        assertThat(told).hasSize(1);
        news.lost(PIPELINE, gone(), System.nanoTime());
        assertThat(told).hasSize(2);
    }

    @Test
    @DisplayName("of one pipeline alone is told once, though the others reach the store all the time")
    void shouldBeToldOnceOfOnePipeline() {
        news.lost(PIPELINE, gone(), System.nanoTime());
        news.reached(HEARTBEAT);
        news.lost(PIPELINE, gone(), System.nanoTime());
        assertThat(told).hasSize(1);
        news.reached(PIPELINE);
        news.lost(PIPELINE, gone(), System.nanoTime());
        assertThat(told).hasSize(2);
    }

    @Test
    @DisplayName("is told though a pipeline that noticed the one before has been idle since")
    void shouldBeToldThoughOneWasIdle() {
        news.lost(PIPELINE, gone(), System.nanoTime());
        news.lost(HEARTBEAT, gone(), System.nanoTime());
        news.reached(HEARTBEAT);
        news.lost(HEARTBEAT, gone(), System.nanoTime());
        assertThat(told).hasSize(2);
    }
}
