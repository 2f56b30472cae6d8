package dev.restante.node.core;

import dev.restante.model.Entity;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notifier of entity events: options changed, entities created or deleted, a receiver opened. Thread-safe. */
public final class EntityEvents {

    public interface EntityEventListener {
        /** Handles the creation or deletion of entities. */
        void onEntitiesChanged();

        /** Handles changed options, by which messages may expire earlier or move elsewhere. */
        void onOptionsChanged();

        /**
         * Blocks until this node has finished work that began with earlier options. The heartbeat thread must not call
         * it.
         */
        void awaitFormerOptionsApplied();

        /** Handles a receiver that was opened on this node. */
        void onReceiverOpened(Entity entity);
    }

    private final List<EntityEventListener> listeners = new CopyOnWriteArrayList<>();

    public void add(EntityEventListener listener) {
        listeners.add(listener);
    }

    public void onEntitiesChanged() {
        listeners.forEach(EntityEventListener::onEntitiesChanged);
    }

    public void onOptionsChanged() {
        listeners.forEach(EntityEventListener::onOptionsChanged);
    }

    public void awaitFormerOptionsApplied() {
        listeners.forEach(EntityEventListener::awaitFormerOptionsApplied);
    }

    public void onReceiverOpened(Entity entity) {
        listeners.forEach(listener -> listener.onReceiverOpened(entity));
    }
}
