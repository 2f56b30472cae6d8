package dev.restante.jms.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("DEST-04 names of the queues of subscriptions")
class SubscriptionQueueNameTest {

    private static boolean matches(SubscriptionKind kind, @Nullable String clientId, String name, String queue) {
        return SubscriptionQueueName.matches(new Subscription(kind, clientId, name, null, false, null), queue);
    }

    @Test
    @DisplayName("a subscription without a client id has its own name, with or without escaped dots")
    void shouldMatchWithoutClientId() {
        assertThat(matches(SubscriptionKind.SHARED_DURABLE, null, "audit", "audit"))
                .isTrue();
        assertThat(matches(SubscriptionKind.SHARED_DURABLE, null, "eu.audit", "eu.audit"))
                .isTrue();
        assertThat(matches(SubscriptionKind.SHARED_DURABLE, null, "eu.audit", "eu\\.audit"))
                .isTrue();
        assertThat(matches(SubscriptionKind.SHARED_DURABLE, null, "audit", "Audit"))
                .isFalse();
        assertThat(matches(SubscriptionKind.SHARED_DURABLE, null, "audit", ".audit"))
                .isFalse();
    }

    @Test
    @DisplayName("a subscription with a client id has both parts, with escaped dots and backslashes")
    void shouldMatchWithClientId() {
        assertThat(matches(SubscriptionKind.UNSHARED_DURABLE, "me", "audit", "me.audit"))
                .isTrue();
        assertThat(matches(SubscriptionKind.SHARED_DURABLE, "a.b", "c\\d", "a\\.b.c\\\\d"))
                .isTrue();
        assertThat(matches(SubscriptionKind.UNSHARED_DURABLE, "a.b", "c", "a.b.c"))
                .isFalse();
        assertThat(matches(SubscriptionKind.UNSHARED_DURABLE, "me", "audit", "audit"))
                .isFalse();
    }

    @Test
    @DisplayName("a subscription that is not durable has no name")
    void shouldMatchDurableOnly() {
        assertThat(matches(SubscriptionKind.SHARED, null, "audit", "audit")).isFalse();
        assertThat(SubscriptionQueueName.matches(
                        new Subscription(SubscriptionKind.UNSHARED, null, null, null, false, "c"), "audit"))
                .isFalse();
        assertThat(SubscriptionQueueName.matches(null, "audit")).isFalse();
    }
}
