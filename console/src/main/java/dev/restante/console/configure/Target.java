package dev.restante.console.configure;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.Countable;
import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Url;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Parameter;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** A queue, dead-letter queue, subscription or topic that has options. */
sealed interface Target permits QueueTarget, TopicTarget {

    /** The parameter with its name. */
    String NAME = "name";

    /** The parameter that tells topics from queues, which can have the same names. */
    String KIND = "kind";

    /** The parameters that name it. */
    List<Parameter> PARAMETERS = List.of(
            Parameter.required(KIND, Shape.oneOf("What it is", List.of(QueueTarget.KIND, TopicTarget.KIND))),
            Parameter.name("The full name of a queue, dead-letter queue or subscription, or of a topic"));

    /** The parameters that name it, and those of options of all kinds. */
    static List<Parameter> parametersWithOptions() {
        List<Parameter> parameters = new ArrayList<>(PARAMETERS);
        Set<QueueOption<?>> options = new LinkedHashSet<>(QueueOption.all());
        options.addAll(QueueOption.ofTopics());
        parameters.addAll(OptionForm.parameters(options));
        return parameters;
    }

    /** The one that parameters name. */
    static Target of(RestanteAdmin admin, Parameters parameters) {
        return of(admin, parameters.required(KIND), parameters.required(NAME));
    }

    /**
     * The one of a kind and a name.
     *
     * @throws Refusal for a kind that there is not
     */
    static Target of(RestanteAdmin admin, String kind, String name) {
        return switch (kind) {
            case QueueTarget.KIND -> new QueueTarget(admin, name);
            case TopicTarget.KIND -> new TopicTarget(admin, name);
            default -> throw Refusal.badRequest("There is no kind '" + kind + "'.");
        };
    }

    /**
     * All that goes with it.
     *
     * @param text as it completes "with"
     * @param messages how many, dead letters included; empty where they could not be counted
     */
    record Belongings(String text, OptionalLong messages) {

        /** Of what could not be counted. */
        static final Belongings UNKNOWN =
                new Belongings(Countable.UNKNOWN + " messages and dead letters", OptionalLong.empty());
    }

    /** Its kind, as the parameter has it. */
    String kind();

    /** Its full name. */
    String name();

    /** Its options. */
    List<QueueOption<?>> table();

    /** Their values as texts, by their names. */
    Map<String, String> values() throws JMSException;

    /** The values of what is created. */
    Map<String, String> defaults();

    /** Creates it with the defaults, but for some options. */
    void create(Map<String, String> changes) throws JMSException;

    /** Changes some options. */
    void alter(Map<String, String> changes) throws JMSException;

    /** Its status from now on. */
    EntityStatus pause() throws JMSException;

    /** Its status from now on. */
    EntityStatus resume() throws JMSException;

    /** Its status from now on. */
    EntityStatus disable() throws JMSException;

    /** True for what can be deleted by its own name. */
    boolean deletable();

    /** All that goes with it. */
    Belongings belongings() throws JMSException;

    /** Deletes it by force; false if it is not there. */
    boolean delete() throws JMSException;

    /** The page of its options. */
    Url page();
}
