package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlowTest {

    private static final Flow SENDER = new Flow(2, 1, 0, 0);

    @Test
    void shouldBalanceOverAllNodes() {
        assertThat(SENDER.isBalanced()).isFalse();
        assertThat(Flow.NONE.plus(SENDER).plus(new Flow(0, 0, 2, 1)).isBalanced())
                .isTrue();
    }

    @Test
    void shouldSeeOneMessageInPlaceOfAnother() {
        assertThat(SENDER.plus(new Flow(0, 0, 2, 2)).isBalanced()).isFalse();
    }
}
