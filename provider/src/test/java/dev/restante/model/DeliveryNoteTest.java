package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the note of a delivery")
class DeliveryNoteTest {

    @Test
    @DisplayName("BEY-03 the redrive count counts from 0, and stops at the largest number")
    void shouldCountRedrives() {
        assertThat(DeliveryNote.redrivenOnceMore(null)).isEqualTo(1);
        for (int[] counts : new int[][] {{1, 2}, {Integer.MAX_VALUE, Integer.MAX_VALUE}}) {
            DeliveryNote note = DeliveryNote.ofProperties(Map.of(DeliveryNote.REDRIVE_COUNT_PROPERTY, counts[0]));
            assertThat(DeliveryNote.redrivenOnceMore(note)).isEqualTo(counts[1]);
        }
    }
}
