package dev.restante.admin.jmx;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.NodeMXBean;
import dev.restante.admin.OrphansAdmin.OrphanedMessages;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Implementation of {@link NodeMXBean} that translates JMX calls into calls to {@link RestanteAdmin}. */
final class NodeBean implements NodeMXBean {

    private final RestanteAdmin admin;
    private final String store;

    NodeBean(RestanteAdmin admin, String store) {
        this.admin = admin;
        this.store = store;
    }

    @Override
    public String getStore() {
        return store;
    }

    @Override
    public List<String> getQueues() {
        return names(EntityType.QUEUE);
    }

    @Override
    public List<String> getTopics() {
        return names(EntityType.TOPIC);
    }

    private List<String> names(EntityType type) {
        EntityFilter filter = EntityFilter.all().withTypes(type).withTemporary(false);
        return JmxExceptions.translate(
                () -> admin.entities(filter).stream().map(EntitySummary::name).toList());
    }

    @Override
    public Map<Long, Long> getOrphanedMessages() {
        return JmxExceptions.translate(() -> admin.orphans().list().stream()
                .collect(Collectors.toMap(OrphanedMessages::entityId, OrphanedMessages::count)));
    }

    @Override
    public long moveOrphanedMessages(long entityId, String queue) {
        return JmxExceptions.translate(
                () -> admin.orphans().move(entityId, queue).processed());
    }

    @Override
    public long removeOrphanedMessages(long entityId) {
        return JmxExceptions.translate(() -> admin.orphans().remove(entityId).processed());
    }

    @Override
    public void createQueue(String name) {
        JmxExceptions.translate(() -> admin.createQueue(name, QueueOptions.defaults()));
    }

    @Override
    public void copyQueue(String from, String to) {
        JmxExceptions.translate(() -> admin.copyQueue(from, to));
    }

    @Override
    public boolean deleteQueue(String name, boolean force) {
        return JmxExceptions.translate(() -> admin.deleteQueue(name, force));
    }
}
