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
 * The management beans of one node in the platform's server. The node is {@code dev.restante:type=Node,store="..."};
 * each entity that is not temporary is {@code dev.restante:type=Queue,store="...",name="..."}, or
 * {@code DeadLetterQueue}, {@code Subscription} or {@code Topic}. Thread-safe.
 */
public final class AdministrationBeans implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AdministrationBeans.class);
    private static final String DOMAIN = "dev.restante";

    private final RestanteAdmin admin;
    private final String store;
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @GuardedBy("this")
    private final Map<EntitySummary, ObjectName> registered = new HashMap<>();

    @GuardedBy("this")
    private final List<ObjectName> ofNode = new ArrayList<>(1);

    @GuardedBy("this")
    private boolean closed;

    /** Beans of a node on a store, which is named without secrets. */
    public AdministrationBeans(RestanteAdmin admin, String store) {
        this.admin = admin;
        this.store = store;
    }

    /** Registers the bean of the node, and those of its entities. */
    public synchronized void open() {
        ObjectName name = name("Node", null);
        if (register(new NodeBean(admin, store), name)) {
            ofNode.add(name);
        }
        refresh();
    }

    /** Registers the beans of entities that are new, and removes those of what is gone. */
    public synchronized void refresh() {
        if (closed) {
            return;
        }
        Set<EntitySummary> now;
        try {
            now = new HashSet<>(admin.entities(EntityFilter.all().withTemporary(false)));
        } catch (JMSException e) {
            LOG.warn("The beans of {} could not be brought up to date; tried again later", store, e);
            return;
        }
        registered.entrySet().removeIf(bean -> {
            boolean gone = !now.contains(bean.getKey());
            if (gone) {
                unregister(bean.getValue());
            }
            return gone;
        });
        for (EntitySummary entity : now) {
            if (!registered.containsKey(entity)) {
                ObjectName name = name(type(entity), entity.name());
                if (register(bean(entity), name)) {
                    registered.put(entity, name);
                }
            }
        }
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
            throw new IllegalStateException("no name for a bean: " + text, e);
        }
    }

    /** False where there is one of that name, of another class loader perhaps. */
    private boolean register(Object bean, ObjectName name) {
        try {
            server.registerMBean(bean, name);
            return true;
        } catch (InstanceAlreadyExistsException e) {
            LOG.warn("There is a bean {} already; this node has none of that name", name, e);
            return false;
        } catch (JMException e) {
            throw new IllegalStateException("the bean " + name + " can't be registered", e);
        }
    }

    private void unregister(ObjectName name) {
        try {
            server.unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            LOG.debug("Somebody else has removed the bean {}", name, e);
        } catch (JMException e) {
            LOG.warn("The bean {} could not be removed", name, e);
        }
    }

    /** Removes all beans. */
    @Override
    public synchronized void close() {
        closed = true;
        registered.values().forEach(this::unregister);
        registered.clear();
        ofNode.forEach(this::unregister);
        ofNode.clear();
    }
}
