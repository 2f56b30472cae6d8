package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("delivery annotations")
class DeliveryAnnotationsTest {

    @Test
    @DisplayName("BEY-03 the redrive count starts at 0 and stops at the largest number")
    void shouldCountRedrives() {
        assertThat(DeliveryAnnotations.incrementedRedriveCount(null)).isEqualTo(1);
        for (int[] counts : new int[][] {{1, 2}, {Integer.MAX_VALUE, Integer.MAX_VALUE}}) {
            DeliveryAnnotations annotations =
                    DeliveryAnnotations.ofProperties(Map.of(DeliveryAnnotations.REDRIVE_COUNT_PROPERTY, counts[0]));
            assertThat(DeliveryAnnotations.incrementedRedriveCount(annotations)).isEqualTo(counts[1]);
        }
    }
}
