package dev.restante.spring;

import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queues of an application's configuration: options and values as texts, by the names of the queues. Only what is
 * configured is compared and changed. Immutable.
 */
public final class ConfiguredQueues {

    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredQueues.class);

    private final Map<String, Map<String, String>> queues = new TreeMap<>();
    private final QueueManagement management;

    /**
     * Queues by name.
     *
     * @param options by name, as {@code defaultTimeToLive} or {@code default-time-to-live}
     * @throws StoreRefusedException for an option or value that there is not
     */
    public ConfiguredQueues(Map<String, Map<String, String>> options, QueueManagement management) {
        this.management = management;
        options.forEach((queue, texts) -> {
            Map<String, String> named = new TreeMap<>();
            texts.forEach((option, text) -> named.put(optionName(queue, option), text));
            try {
                QueueOptions.defaults().configured(named);
            } catch (IllegalArgumentException refused) {
                throw new StoreRefusedException(
                        "restante.queues." + queue + ": " + refused.getMessage(), "Change or remove that option");
            }
            queues.put(queue, named);
        });
    }

    private static String optionName(String queue, String given) {
        return QueueOption.all().stream()
                .map(QueueOption::name)
                .filter(name -> plain(name).equals(plain(given)))
                .findFirst()
                .orElseThrow(() -> new StoreRefusedException(
                        "restante.queues." + queue + "." + given + ": there is no such option of queues",
                        "There are: "
                                + QueueOption.all().stream()
                                        .map(QueueOption::name)
                                        .collect(Collectors.joining(", "))));
    }

    private static String plain(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    boolean isEmpty() {
        return queues.isEmpty();
    }

    /** Creates and changes what is to be, and logs what differs. */
    void apply(RestanteAdmin admin) throws JMSException {
        Map<String, QueueOptions> before = existing(admin);
        for (Map.Entry<String, Map<String, String>> each : queues.entrySet()) {
            apply(admin, each.getKey(), each.getValue(), before.get(each.getKey()));
        }
    }

    private void apply(RestanteAdmin admin, String queue, Map<String, String> texts, @Nullable QueueOptions before)
            throws JMSException {
        QueueOptions found = before;
        if (found == null) {
            if (management == QueueManagement.NONE) {
                LOG.warn("The configured queue '{}' does not exist; restante.management=create would create it", queue);
                return;
            }
            found = created(admin, queue, texts);
            if (found == null) {
                return;
            }
        }
        QueueOptions wanted = found.configured(texts);
        if (wanted.equals(found)) {
            return;
        }
        if (management == QueueManagement.UPDATE) {
            admin.alterQueue(queue, wanted);
            LOG.info("Queue '{}' has got the configured options {}", queue, texts);
        } else {
            LOG.warn(
                    "Queue '{}' has other options than the configured {}; restante.management=update would change it",
                    queue,
                    texts);
        }
    }

    private static Map<String, QueueOptions> existing(RestanteAdmin admin) throws JMSException {
        return admin.queues().stream().collect(Collectors.toMap(QueueDescription::name, QueueDescription::options));
    }

    /** Creates it; returns the options of the one that another node has created meanwhile, null if none has. */
    private static @Nullable QueueOptions created(RestanteAdmin admin, String queue, Map<String, String> texts)
            throws JMSException {
        try {
            admin.createQueue(queue, QueueOptions.defaults().configured(texts));
            LOG.info("Queue '{}' was created", queue);
            return null;
        } catch (JMSException refused) {
            QueueOptions other = existing(admin).get(queue);
            if (other == null) {
                throw refused;
            }
            return other;
        }
    }
}
