"""The protocol: messages in both directions and the rendering of what one seat may see."""
