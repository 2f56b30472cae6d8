package dev.restante.console.configure;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.BestEffortCount;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Interface with which console actions create, alter, pause or delete a queue, dead-letter queue, subscription or topic
 * in a uniform way.
 */
sealed interface ConfigurableEntity permits ConfigurableQueue, ConfigurableTopic {

    String NAME = "name";

    /** Name of the parameter with the kind, because a queue and a topic can have the same name. */
    String KIND = "kind";

    List<ParameterDefinition> PARAMETERS = List.of(
            ParameterDefinition.required(
                    KIND,
                    JsonSchema.oneOf("Kind of the entity", List.of(ConfigurableQueue.KIND, ConfigurableTopic.KIND))),
            ParameterDefinition.entityName("Full name of a queue, dead-letter queue, subscription or topic"));

    /** Returns the parameters that identify an entity, and the parameters of the options of all kinds. */
    static List<ParameterDefinition> parametersWithOptions() {
        List<ParameterDefinition> parameters = new ArrayList<>(PARAMETERS);
        Set<QueueOption<?>> options = new LinkedHashSet<>(QueueOption.all());
        options.addAll(QueueOption.topicOptions());
        parameters.addAll(OptionsForm.parameters(options));
        return parameters;
    }

    static ConfigurableEntity of(RestanteAdmin admin, RequestParameters parameters) {
        return of(admin, parameters.required(KIND), parameters.required(NAME));
    }

    /**
     * Returns an entity.
     *
     * @throws RequestRejectedException if the kind is unknown
     */
    static ConfigurableEntity of(RestanteAdmin admin, String kind, String name) {
        return switch (kind) {
            case ConfigurableQueue.KIND -> new ConfigurableQueue(admin, name);
            case ConfigurableTopic.KIND -> new ConfigurableTopic(admin, name);
            default -> throw RequestRejectedException.badRequest("The kind '" + kind + "' is unknown.");
        };
    }

    /**
     * Contents that a deletion of an entity removes.
     *
     * @param messages the number of messages including dead letters; empty if counting took too long
     */
    record EntityContents(String text, OptionalLong messages) {

        static final EntityContents UNKNOWN = new EntityContents(
                BestEffortCount.UNKNOWN_COUNT_TEXT + " messages and dead letters", OptionalLong.empty());
    }

    String kind();

    String name();

    List<QueueOption<?>> options();

    /** Returns the current option values as texts, by option name. */
    Map<String, String> values() throws JMSException;

    /** Returns the places from which the current option values come, by option name (POL-04). */
    Map<String, String> origins() throws JMSException;

    /** Returns the option values of a new entity as texts, by option name. */
    Map<String, String> defaults();

    /** Creates the entity with some options that differ from the defaults. */
    void create(Map<String, String> changes) throws JMSException;

    /** Changes options; an empty text removes an own value, so that a policy or the default decides. */
    void alter(Map<String, String> changes) throws JMSException;

    /** Returns the options of changes that get a value. */
    static Map<String, String> settings(Map<String, String> changes) {
        return changes.entrySet().stream()
                .filter(change -> !change.getValue().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns the options of changes whose own value is removed. */
    static Set<String> removals(Map<String, String> changes) {
        return changes.keySet().stream()
                .filter(name -> changes.getOrDefault(name, "").isEmpty())
                .collect(Collectors.toSet());
    }

    EntityStatus pause() throws JMSException;

    EntityStatus resume() throws JMSException;

    EntityStatus disable() throws JMSException;

    /** Returns whether this is neither a dead-letter queue nor a subscription, which cannot be deleted here. */
    boolean deletable();

    /** Counts the contents that a deletion removes. */
    EntityContents contents() throws JMSException;

    /** Deletes the entity even if it is in use, and returns whether it existed. */
    boolean delete() throws JMSException;

    LocalUrl optionsUrl();
}
