package dev.restante.broker;

import dev.restante.broker.cluster.IdGenerator;
import dev.restante.broker.cluster.NodeTime;
import dev.restante.broker.entity.EntityRegistry;
import dev.restante.store.Store;

/**
 * What every part of a node needs to know.
 *
 * @param store the open store
 * @param settings how the node behaves
 * @param time node time, which is the store's
 * @param ids makes the node's ids
 * @param registry its entities
 * @param incarnation this run of the node
 */
record NodeContext(
        Store store,
        BrokerSettings settings,
        NodeTime time,
        IdGenerator ids,
        EntityRegistry registry,
        long incarnation) {}
