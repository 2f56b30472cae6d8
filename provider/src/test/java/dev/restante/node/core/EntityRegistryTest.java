package dev.restante.node.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the entity registry")
class EntityRegistryTest {

    private final Store store = StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:mem:registry", "SA", ""));
    private final EntityRegistry registry = new EntityRegistry(store.entities());

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    @DisplayName("BEY-04 a stale read does not restore a deleted entity, and a new entity of that name is found")
    void shouldForgetForGood() {
        Entity read = registry.createQueueIfAbsent("q", EntityOptions.DEFAULT).orElseThrow();
        assertThat(registry.delete(read)).isTrue();
        // A slow reader puts the entity that it read before the deletion.
        registry.put(read);
        assertThat(registry.known(read.id())).isEmpty();
        assertThat(registry.cached(EntityKind.QUEUE, "q")).isEmpty();
        Entity next = registry.createQueueIfAbsent("q", EntityOptions.DEFAULT).orElseThrow();
        registry.put(read);
        assertThat(registry.cached(EntityKind.QUEUE, "q")).contains(next);
    }

    @Test
    @DisplayName("BEY-04 a stale read does not overwrite changed options of an entity")
    void shouldKeepTheLatest() {
        Entity read = registry.createQueueIfAbsent("q", EntityOptions.DEFAULT).orElseThrow();
        EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3);
        registry.alter(read, options);
        registry.put(read);
        assertThat(registry.known(read.id()).orElseThrow().options()).isEqualTo(options);
        assertThat(registry.alter(read, options)).as("an outdated alteration").isEmpty();
    }
}
