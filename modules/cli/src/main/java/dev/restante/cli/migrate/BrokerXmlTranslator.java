package dev.restante.cli.migrate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Translator of the {@code broker.xml} of Artemis into commands. */
final class BrokerXmlTranslator {

    private static final String CONFIGURATION = "urn:activemq";
    private static final String CORE = "urn:activemq:core";
    private static final String JMS = "urn:activemq:jms";

    private final MigrationScript script = new MigrationScript();

    private BrokerXmlTranslator() {}

    /**
     * Translates a file.
     *
     * @throws InvalidBrokerXmlException if the file is no {@code broker.xml}
     */
    static MigrationScript translate(Path file, PropertyValues properties) throws IOException {
        BrokerXmlTranslator translator = new BrokerXmlTranslator();
        translator.translate(XmlDocumentReader.read(file, properties::substitute));
        return translator.script;
    }

    private void translate(XmlElement configuration) {
        if (!configuration.name().equals("configuration")
                || !configuration.namespace().equals(CONFIGURATION)) {
            throw InvalidBrokerXmlException.at(
                    configuration.line(),
                    "the root element is '" + configuration.name() + "' of the namespace '" + configuration.namespace()
                            + "'. A broker.xml of Artemis has the root element 'configuration' of the namespace '"
                            + CONFIGURATION + "'.");
        }
        listInclusions(configuration);
        boolean translated = false;
        for (XmlElement child : configuration.children()) {
            if (child.name().equals("core") && child.namespace().equals(CORE)) {
                translateCore(child);
                translated = true;
            } else if (child.namespace().equals(JMS)) {
                script.addLost(
                        child.name(),
                        child.line(),
                        "Artemis itself does not read this part any more. Write its queues and topics into <addresses>,"
                                + " and translate the file again.");
            } else {
                script.addUnknown(child.name(), child.line());
            }
        }
        if (!translated) {
            throw InvalidBrokerXmlException.at(
                    configuration.line(),
                    "the element 'core' of the namespace '" + CORE + "' is missing. Give the file with it.");
        }
    }

    private void listInclusions(XmlElement element) {
        element.inclusions()
                .forEach(inclusion -> script.addLost(
                        "include '" + inclusion.rawAttributes().getOrDefault("href", "") + "'",
                        inclusion.line(),
                        "other files are not read. Merge them, for example with xmllint --xinclude --nonet, and"
                                + " translate the result."));
        element.children().forEach(this::listInclusions);
    }

    private void translateCore(XmlElement core) {
        core.children().forEach(this::add);
        if (!core.rawText().isEmpty()) {
            script.addUnknown("text '" + core.rawText() + "'", core.line());
        }
        core.children("security-settings").forEach(this::translateSecurity);
        MatchSyntax syntax = MatchSyntax.of(core);
        AddressSettings settings = AddressSettings.read(core, syntax, script);
        BrokerAddresses addresses = BrokerAddresses.read(core, script);
        RouteGraph routes = new RouteGraph();
        EntityTranslator entities = new EntityTranslator(addresses, settings, syntax, routes, script);
        entities.planDestinations();
        DivertTranslator diverts = new DivertTranslator(addresses, entities, routes, script);
        planDiverts(BrokerDivert.read(core, script), diverts, entities);
        entities.addDestinations();
        new PolicyTranslator(settings, addresses, entities, script).translate();
        entities.addSubscriptionsAndForwards();
    }

    /** Plans forwards after dead letters, because a forward that closes a circle has no equivalent. */
    private static void planDiverts(
            List<BrokerDivert> diverts, DivertTranslator translator, EntityTranslator entities) {
        Map<String, BrokerDivert> takers = translator.takers(diverts);
        translator.targetQueues(diverts).forEach(entities::planUndeclaredQueue);
        entities.planRoutes();
        entities.planSubscriptions(takers);
        diverts.forEach(divert -> translator.translate(divert, takers));
    }

    private void add(XmlElement child) {
        Treatment treatment = CoreTreatments.of(child.name());
        if (treatment == null) {
            script.addUnknown(child.name(), child.line());
        } else if (child.children().isEmpty()) {
            script.add(treatment, "core", child.name(), child, child.rawText());
        } else if (treatment.hasRemedy()) {
            child.children()
                    .forEach(part -> script.addLost(
                            child.name() + " " + part.name() + name(part), part.line(), treatment.remedy()));
        } else if (!treatment.translated()) {
            script.addNotNeeded(child.name(), treatment.reason());
        }
    }

    private static String name(XmlElement element) {
        String name = element.rawAttributes()
                .getOrDefault("name", element.rawAttributes().getOrDefault("match", element.rawText()));
        return name.isEmpty() ? "" : " '" + name + "'";
    }

    /** Lists rights that differ from those of a user of the database, who can use all queues. */
    private void translateSecurity(XmlElement container) {
        for (XmlElement element : container.children()) {
            String label = element.name() + name(element);
            switch (element.name()) {
                case "security-setting" -> {
                    if ("#".equals(element.rawAttributes().get("match")) && hasOneGroupOfRoles(element)) {
                        script.addNotNeeded(label, "each user of the database can use all queues");
                    } else {
                        script.addLost(
                                label,
                                element.line(),
                                "queues of Restante have no rights of their own. Use a store for each group of users.");
                    }
                }
                case "security-setting-plugin" ->
                    script.addLost(
                            label, element.line(), "the database checks users. Connect it to the directory instead.");
                case "role-mapping" ->
                    script.addNotNeeded("role-mapping", "the database checks users and their rights");
                default -> script.addUnknown("security-settings " + label, element.line());
            }
        }
    }

    private static boolean hasOneGroupOfRoles(XmlElement setting) {
        List<XmlElement> permissions = setting.children("permission").toList();
        Set<Set<String>> roles = permissions.stream()
                .map(permission -> permission.rawAttributes().getOrDefault("roles", ""))
                .map(text -> List.of(text.split(",")).stream()
                        .map(String::strip)
                        .collect(Collectors.toCollection(HashSet::new)))
                .collect(Collectors.toSet());
        return roles.size() <= 1;
    }
}
