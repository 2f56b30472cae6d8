package dev.restante.ra;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.resource.spi.ManagedConnectionFactory;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

@DisplayName("Deployment descriptor")
final class DescriptorTest {

    /** Properties that containers set themselves. */
    private static final Set<String> OF_THE_CONTAINER = Set.of("resourceAdapter", "logWriter", "reference");

    private Element adapter;
    private List<Element> definitions;

    @BeforeEach
    void read() throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("src/main/rar/META-INF/ra.xml").toFile());
        adapter = children(document.getDocumentElement(), "resourceadapter").get(0);
        definitions = children(children(adapter, "outbound-resourceadapter").get(0), "connection-definition");
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }

    private static String text(Element parent, String name) {
        return children(parent, name).get(0).getTextContent().strip();
    }

    private static Map<String, String> described(Element bean) {
        Map<String, String> types = new TreeMap<>();
        for (Element property : children(bean, "config-property")) {
            assertThat(text(property, "description")).isNotBlank();
            assertThat(types.put(text(property, "config-property-name"), text(property, "config-property-type")))
                    .isNull();
        }
        return types;
    }

    /** Returns the properties of the adapter that connection factories and activations can override. */
    private Map<String, String> inheritable() {
        Map<String, String> types = described(adapter);
        types.remove("policies");
        return types;
    }

    private static Map<String, String> properties(String className) throws Exception {
        Map<String, String> types = new TreeMap<>();
        for (PropertyDescriptor property :
                Introspector.getBeanInfo(Class.forName(className)).getPropertyDescriptors()) {
            if (property.getWriteMethod() != null && !OF_THE_CONTAINER.contains(property.getName())) {
                assertThat(property.getReadMethod()).as(property.getName()).isNotNull();
                types.put(property.getName(), property.getPropertyType().getName());
            }
        }
        return types;
    }

    @Test
    @DisplayName("RA-25 the descriptor describes every property of the resource adapter")
    void shouldDescribeTheAdapter() throws Exception {
        String className = text(adapter, "resourceadapter-class");
        assertThat(className).isEqualTo(RestanteResourceAdapter.class.getName());
        assertThat(described(adapter)).isEqualTo(properties(className));
    }

    @Test
    @DisplayName("RA-27 the descriptor describes every property of all connection factories in the same words")
    void shouldDescribeConnectionFactories() throws Exception {
        assertThat(definitions).hasSize(3);
        for (Element definition : definitions) {
            String className = text(definition, "managedconnectionfactory-class");
            assertThat(ManagedConnectionFactory.class).isAssignableFrom(Class.forName(className));
            assertThat(described(definition)).isEqualTo(properties(className));
            assertThat(children(definition, "config-property").stream().map(Node::getTextContent))
                    .containsExactlyElementsOf(children(definitions.get(0), "config-property").stream()
                            .map(Node::getTextContent)
                            .toList());
        }
    }

    @Test
    @DisplayName("RA-27 the descriptor names three kinds of connection factories with matching classes")
    void shouldNameClasses() throws Exception {
        assertThat(definitions.stream().map(each -> text(each, "connectionfactory-interface")))
                .containsExactly(
                        "jakarta.jms.ConnectionFactory",
                        "jakarta.jms.QueueConnectionFactory",
                        "jakarta.jms.TopicConnectionFactory");
        assertThat(definitions.stream().map(each -> text(each, "managedconnectionfactory-class")))
                .doesNotHaveDuplicates();
        for (Element definition : definitions) {
            for (String kind : List.of("connectionfactory", "connection")) {
                Class<?> type = Class.forName(text(definition, kind + "-interface"));
                assertThat(type).isAssignableFrom(Class.forName(text(definition, kind + "-impl-class")));
            }
        }
    }

    @Test
    @DisplayName("RA-15 connection factories have every property of the adapter except its policies")
    void shouldOverride() {
        assertThat(described(definitions.get(0))).containsAllEntriesOf(inheritable());
    }

    @Test
    @DisplayName("RA-11, RA-14 the descriptor names the listener and describes every property of its activations")
    void shouldDescribeActivations() throws Exception {
        Element listener = children(
                        children(children(adapter, "inbound-resourceadapter").get(0), "messageadapter")
                                .get(0),
                        "messagelistener")
                .get(0);
        assertThat(text(listener, "messagelistener-type")).isEqualTo("jakarta.jms.MessageListener");
        Element activation = children(listener, "activationspec").get(0);
        String className = text(activation, "activationspec-class");
        assertThat(className).isEqualTo(RestanteActivationSpec.class.getName());
        assertThat(described(activation)).isEqualTo(properties(className)).containsAllEntriesOf(inheritable());
    }

    @Test
    @DisplayName("RA-37, EEC-12 the descriptor describes queues, topics and consoles as administered objects")
    void shouldDescribeAdministeredObjects() throws Exception {
        List<Element> objects = children(adapter, "adminobject");
        assertThat(objects.stream().map(each -> text(each, "adminobject-interface")))
                .containsExactly("jakarta.jms.Queue", "jakarta.jms.Topic", "java.util.function.Function");
        for (Element object : objects) {
            Class<?> type = Class.forName(text(object, "adminobject-class"));
            assertThat(Class.forName(text(object, "adminobject-interface"))).isAssignableFrom(type);
            assertThat(described(object)).isEqualTo(properties(type.getName()));
        }
    }

    @Test
    @DisplayName("RA-33, RA-35 the descriptor declares XA transactions and password authentication")
    void shouldPromise() {
        Element outbound = children(adapter, "outbound-resourceadapter").get(0);
        assertThat(text(outbound, "transaction-support")).isEqualTo("XATransaction");
        Element mechanism = children(outbound, "authentication-mechanism").get(0);
        assertThat(Stream.of("authentication-mechanism-type", "credential-interface")
                        .map(name -> text(mechanism, name)))
                .containsExactly("BasicPassword", "jakarta.resource.spi.security.PasswordCredential");
    }
}
