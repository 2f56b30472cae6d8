package dev.restante.node.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the entities that a node knows")
class EntityRegistryTest {

    private final Store store = StoreOpening.open(new StoreLocation.Url("jdbc:hsqldb:mem:registry", "SA", ""));
    private final EntityRegistry registry = new EntityRegistry(store.entities());

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    @DisplayName(
            "BEY-04 what was read before an entity was deleted does not bring it back, and another of its name is found")
    void shouldForgetForGood() {
        Entity read = registry.addQueue("q", EntityOptions.DEFAULT).orElseThrow();
        assertThat(registry.delete(read)).isTrue();
        // A slow reader comes with what it has read before.
        registry.add(read);
        assertThat(registry.known(read.id())).isEmpty();
        assertThat(registry.cached(EntityKind.QUEUE, "q")).isEmpty();
        Entity next = registry.addQueue("q", EntityOptions.DEFAULT).orElseThrow();
        registry.add(read);
        assertThat(registry.cached(EntityKind.QUEUE, "q")).contains(next);
    }

    @Test
    @DisplayName("BEY-04 what was read before an entity was altered does not hide its options")
    void shouldKeepTheLatest() {
        Entity read = registry.addQueue("q", EntityOptions.DEFAULT).orElseThrow();
        EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3);
        registry.alter(read.id(), options);
        registry.add(read);
        assertThat(registry.known(read.id()).orElseThrow().options()).isEqualTo(options);
        assertThat(registry.alter(4711, options)).isEmpty();
    }
}
