package dev.restante.node.core;

import dev.restante.model.Entity;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** News of entities for what a node does by itself, from those who need not know what that is. Thread-safe. */
public final class EntityEvents {

    /** A listener for entities that are altered or used. */
    public interface Listener {
        /** There are other entities than before, or may be. */
        void entitiesAltered();

        /** Options are others than before: messages may expire sooner, or go elsewhere. */
        void optionsAltered();

        /** Waits until this node has ended the work that it had begun by former options. Not for the heartbeat. */
        void awaitFormer();

        /** A receiver of an entity was opened on this node. */
        void receiverOpened(Entity entity);
    }

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    public void add(Listener listener) {
        listeners.add(listener);
    }

    public void entitiesAltered() {
        listeners.forEach(Listener::entitiesAltered);
    }

    public void optionsAltered() {
        listeners.forEach(Listener::optionsAltered);
    }

    public void awaitFormer() {
        listeners.forEach(Listener::awaitFormer);
    }

    public void receiverOpened(Entity entity) {
        listeners.forEach(listener -> listener.receiverOpened(entity));
    }
}
