package dev.restante.cli.migrate;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reader of XML files, which rejects a DOCTYPE before it reads any declaration of it. So a file cannot declare entities
 * that read other files or expand to large texts. Included files are not read.
 */
final class XmlDocumentReader {

    private XmlDocumentReader() {}

    /**
     * Returns the root element.
     *
     * @param substitution change of each text and attribute value
     * @throws InvalidBrokerXmlException if the file is not well-formed or has a DOCTYPE
     */
    static XmlElement read(Path file, UnaryOperator<String> substitution) throws IOException {
        try (InputStream input = new BufferedInputStream(Files.newInputStream(file))) {
            return read(newFactory().createXMLStreamReader(input), substitution);
        } catch (XMLStreamException e) {
            if (e.getNestedException() instanceof IOException failure) {
                throw failure;
            }
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
            throw InvalidBrokerXmlException.at(line, "this is not well-formed XML. " + reason(e));
        }
    }

    private static XMLInputFactory newFactory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> InputStream.nullInputStream());
        return factory;
    }

    /** Returns the reason without the position, which Java puts before it. */
    private static String reason(XMLStreamException failure) {
        String message = String.valueOf(failure.getMessage());
        int start = message.indexOf("Message: ");
        return start < 0 ? message : message.substring(start + "Message: ".length());
    }

    private static XmlElement read(XMLStreamReader xml, UnaryOperator<String> substitution) throws XMLStreamException {
        Deque<XmlElement> open = new ArrayDeque<>();
        while (true) {
            switch (xml.next()) {
                case XMLStreamConstants.DTD ->
                    throw InvalidBrokerXmlException.at(
                            xml.getLocation().getLineNumber(),
                            "a DOCTYPE is not allowed, because it could read other files. Remove it, and write its"
                                    + " entities out.");
                case XMLStreamConstants.START_ELEMENT -> {
                    XmlElement element = element(xml, substitution);
                    if (!open.isEmpty()) {
                        open.element().addChild(element);
                    }
                    open.push(element);
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                    open.element().addText(substitution.apply(xml.getText()));
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw InvalidBrokerXmlException.at(
                            xml.getLocation().getLineNumber(), "the entity &" + xml.getLocalName() + "; is unknown.");
                case XMLStreamConstants.END_ELEMENT -> {
                    XmlElement element = open.pop();
                    if (open.isEmpty()) {
                        readToEnd(xml);
                        return element;
                    }
                }
                default -> {
                    // Comments and processing instructions have no meaning here.
                }
            }
        }
    }

    private static XmlElement element(XMLStreamReader xml, UnaryOperator<String> substitution) {
        String namespace = xml.getNamespaceURI();
        XmlElement element = new XmlElement(
                namespace == null ? "" : namespace,
                xml.getLocalName(),
                xml.getLocation().getLineNumber());
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String attributeNamespace = xml.getAttributeNamespace(i);
            if (attributeNamespace == null || attributeNamespace.isEmpty()) {
                element.addAttribute(xml.getAttributeLocalName(i), substitution.apply(xml.getAttributeValue(i)));
            }
        }
        return element;
    }

    private static void readToEnd(XMLStreamReader xml) throws XMLStreamException {
        while (xml.hasNext()) {
            xml.next();
        }
    }
}
