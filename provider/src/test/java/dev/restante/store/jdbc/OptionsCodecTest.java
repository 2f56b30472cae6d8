package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.DestinationName;
import dev.restante.model.EntityOptions;
import dev.restante.option.GroupExpiry;
import dev.restante.model.GroupMode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OptionsCodecTest {

    @Test
    void shouldKeepWhatANewerVersionWrote() {
        String stored = OptionsCodec.encode(EntityOptions.DEFAULT, "maxDeliveryCount=3\ncolour=green\n");
        assertThat(stored).contains("maxDeliveryCount=10\n").contains("colour=green\n");
        assertThat(OptionsCodec.decode(stored)).isEqualTo(EntityOptions.DEFAULT);
    }

    @Test
    void shouldReadMissingKeysAsDefaults() {
        assertThat(OptionsCodec.decode("")).isEqualTo(EntityOptions.DEFAULT);
    }

    @Test
    void shouldKeepWhereMessagesGoAndWhenTheEntityDoes() {
        for (DestinationName target : List.of(DestinationName.queue("a=b"), DestinationName.topic("news"))) {
            EntityOptions options = EntityOptions.builder()
                    .forwardTo(target)
                    .autoDeleteOnIdle(Duration.ofDays(3))
                    .build();
            String text = OptionsCodec.encode(options, "forwardTo=former\nforwardToTopic=former\n");
            assertThat(OptionsCodec.decode(text)).isEqualTo(options);
        }
    }

    @Test
    void shouldKeepWhatGoesWithAnExpiredMessage() {
        EntityOptions required =
                EntityOptions.builder().groups(GroupMode.REQUIRED).build();
        assertThat(OptionsCodec.encode(required, "")).doesNotContain("groupExpiry");
        assertThat(OptionsCodec.decode(OptionsCodec.encode(required, "groupExpiry=MESSAGE\n")))
                .isEqualTo(required);
        for (GroupExpiry expiry : GroupExpiry.values()) {
            EntityOptions options = required.toBuilder().groupExpiry(expiry).build();
            assertThat(OptionsCodec.decode(OptionsCodec.encode(options, ""))).isEqualTo(options);
        }
    }
}
