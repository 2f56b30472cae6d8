package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TopicPattern;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.Store;
import dev.restante.store.SubscriptionRepository.CreateRejection;
import dev.restante.store.SubscriptionRepository.JoinRejection;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("patterns of topics on HSQLDB")
final class HsqldbTopicPatternStoreTest extends TopicPatternStoreContract {

    @TempDir
    Path folder;

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + folder.resolve("store"), "SA", ""));
    }

    @Test
    @DisplayName("WILD-03 a store has at most 1,000 patterns, and any number of subscriptions with them")
    void shouldLimitPatterns() {
        List<SubscriptionRule> byDefault = List.of(SubscriptionRule.defaultRule(null));
        for (int i = 1; i < TopicPattern.MAX_PATTERNS; i++) {
            subscriptions.create(
                    pattern(SubscriptionKind.SHARED_DURABLE, "s" + i, "a." + i + ".*"),
                    EntityOptions.DEFAULT,
                    byDefault);
        }
        Entity last = joined(pattern(SubscriptionKind.SHARED_DURABLE, "last", "a.*"));
        assertThat(subscriptions.join(pattern(SubscriptionKind.SHARED, "more", "b.*"), me))
                .isEqualTo(JoinRejection.TOO_MANY_PATTERNS);
        assertThat(subscriptions.create(
                        pattern(SubscriptionKind.SHARED_DURABLE, "more", "b.*"), EntityOptions.DEFAULT, byDefault))
                .isEqualTo(CreateRejection.TOO_MANY_PATTERNS);
        joined(pattern(SubscriptionKind.SHARED, "same", "a.*"));
        subscriptions.leave(last.id(), me);
        joined(pattern(SubscriptionKind.SHARED_DURABLE, "s1", "a.*"));
        joined(pattern(SubscriptionKind.SHARED, "more", "b.*"));
    }
}
