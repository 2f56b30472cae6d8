package dev.restante.admin.jmx;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registrar of the MBeans of one node and its permanent entities in the platform MBean server. The node is
 * {@code dev.restante:type=Node,store="..."}. An entity is {@code dev.restante:type=Queue,store="...",name="..."}, with
 * the type {@code DeadLetterQueue}, {@code Subscription} or {@code Topic} for other entities. Thread-safe.
 */
public final class MBeanRegistrar implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MBeanRegistrar.class);
    private static final String DOMAIN = "dev.restante";

    private final RestanteAdmin admin;
    private final String store;
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @GuardedBy("this")
    private final Map<EntitySummary, ObjectName> entityBeans = new HashMap<>();

    @GuardedBy("this")
    private final List<ObjectName> nodeBeans = new ArrayList<>(1);

    @GuardedBy("this")
    private boolean closed;

    /** Creates a registrar for a store, whose description contains no credentials. */
    public MBeanRegistrar(RestanteAdmin admin, String store) {
        this.admin = admin;
        this.store = store;
    }

    /** Registers the MBeans of the node and its entities. */
    public synchronized void open() {
        ObjectName name = name("Node", null);
        if (register(new NodeBean(admin, store), name)) {
            nodeBeans.add(name);
        }
        boolean unused = refresh();
    }

    /** Registers the MBeans of new entities, and removes the MBeans of deleted entities. */
    public synchronized boolean refresh() {
        if (closed) {
            return false;
        }
        Set<EntitySummary> now;
        try {
            now = new HashSet<>(admin.entities(EntityFilter.all().withTemporary(false)));
        } catch (JMSException e) {
            LOG.warn("The MBeans of {} could not be updated. Restante tries again later.", store, e);
            return true;
        }
        entityBeans.entrySet().removeIf(bean -> {
            boolean gone = !now.contains(bean.getKey());
            if (gone) {
                unregister(bean.getValue());
            }
            return gone;
        });
        for (EntitySummary entity : now) {
            if (!entityBeans.containsKey(entity)) {
                ObjectName name = name(type(entity), entity.name());
                if (register(bean(entity), name)) {
                    entityBeans.put(entity, name);
                }
            }
        }
        return true;
    }

    private Object bean(EntitySummary entity) {
        return switch (entity.type()) {
            case QUEUE, DEAD_LETTER_QUEUE, SUBSCRIPTION -> new QueueBean(admin, entity.name());
            case TOPIC -> new TopicBean(admin, entity.name());
        };
    }

    private static String type(EntitySummary entity) {
        return switch (entity.type()) {
            case QUEUE -> "Queue";
            case DEAD_LETTER_QUEUE -> "DeadLetterQueue";
            case SUBSCRIPTION -> "Subscription";
            case TOPIC -> "Topic";
        };
    }

    private ObjectName name(String type, @Nullable String entity) {
        StringBuilder text = new StringBuilder(DOMAIN)
                .append(":type=")
                .append(type)
                .append(",store=")
                .append(ObjectName.quote(store));
        if (entity != null) {
            text.append(",name=").append(ObjectName.quote(entity));
        }
        try {
            return new ObjectName(text.toString());
        } catch (JMException e) {
            throw new IllegalStateException("Invalid MBean name: " + text, e);
        }
    }

    /** Returns false if an MBean of this name exists, for example from another class loader. */
    private boolean register(Object bean, ObjectName name) {
        try {
            server.registerMBean(bean, name);
            return true;
        } catch (InstanceAlreadyExistsException e) {
            LOG.warn("MBean {} already exists. This node does not register an MBean with this name.", name, e);
            return false;
        } catch (JMException e) {
            throw new IllegalStateException("MBean " + name + " cannot be registered", e);
        }
    }

    private void unregister(ObjectName name) {
        try {
            server.unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            LOG.debug("Another component has unregistered the MBean {}", name, e);
        } catch (JMException e) {
            LOG.warn("MBean {} could not be unregistered", name, e);
        }
    }

    /** Removes all MBeans. */
    @Override
    public synchronized void close() {
        closed = true;
        entityBeans.values().forEach(this::unregister);
        entityBeans.clear();
        nodeBeans.forEach(this::unregister);
        nodeBeans.clear();
    }
}
